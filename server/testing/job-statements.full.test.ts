import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { type Job as BossJob, PgBoss } from 'pg-boss'
import type { Client } from '#client'
import {
  createImport,
  createInvoice,
  createPatient,
  createProject,
  createSource,
  createTracker,
  deleteTracker,
  searchDuplicates,
  startRun,
} from '#contract'
import { newId } from '#platform'
import { startTestApp, type TestApp } from './app.ts'
import { postgres } from './cluster.ts'
import { fewestStatements } from './statements.ts'

type Handler = (taken: Pick<BossJob<object>, 'id' | 'data' | 'signal'>[]) => Promise<unknown>

/** Jobs whose statements grow, and why. Without settings for them, nobody sends mail or creates backups. */
const exceptions: Record<string, string> = {
  'api_keys.remind': 'needs a mail server; one statement reminds 100 users',
  'billing.file_issued': 'creates the files of a document, which takes longer than its statements',
  'database.vacuum': 'reads each table',
  'projects.pseudonymise': 'reads the text of each source, and rewrites its original',
  'projects.remove':
    'removes each source and tracker in a transaction of its own, so that others wait briefly',
  'skills.run': 'performs one run',
  'skills.run_on_model': 'performs one run',
  'sources.extract': 'reads one large source',
  'sources.rematch': 'matches each source in a transaction of its own, so that others wait briefly',
}

describe('the number of statements of a job', { skip: !postgres && 'needs PostgreSQL' }, () => {
  const handlers = new Map<string, Handler>()
  let app: TestApp
  let client: Client
  before(async () => {
    mock.method(PgBoss.prototype, 'work', async (name: string, _: object, handler: Handler) => {
      handlers.set(name, handler)
      return 'none'
    })
    app = await startTestApp('postgresql')
    client = app.as('owner')
  })
  after(async () => {
    mock.restoreAll()
    await app.stop()
  })

  let made = 0
  const unique = () => `n${++made}`
  const query = (text: string, values: unknown[] = []) => app.db.pool.query(text, values)
  const newProject = async () => (await client.call(createProject, { name: unique() })).id
  const run = (name: string, ...data: object[]) =>
    handlers.get(name)!(data.map((data) => ({ id: newId(), data, signal: new AbortController().signal })))
  const scheduled = (name: string) => () => run(name, {})
  const addSources = async (projectId: string, n: number) => {
    await Promise.all(
      Array.from({ length: n }, () =>
        client.call(createSource, { projectId, title: 'Text', text: `The parcel was late. ${unique()}` }),
      ),
    )
    return takeJobs('sources.extract_small')
  }
  /** Takes all jobs of a queue out of it. */
  const takeJobs = async (name: string) => {
    const { rows } = await query('delete from pgboss.job where name = $1 returning data', [name])
    return rows.map(({ data }) => data as object)
  }
  const addRead = async (projectId: string, n: number) =>
    run('sources.extract_small', ...(await addSources(projectId, n)))
  const newTracker = async (projectId: string) =>
    (await client.call(createTracker, { projectId, name: unique(), phrases: [{ text: 'parcel' }] })).id

  /** How many elements of each job count as many, and what prepares a run with so many. */
  const jobs: Record<string, [many: number, prepare: (n: number) => Promise<() => Promise<unknown>>]> = {
    'api_keys.expire_usage': [
      100,
      async (n) => {
        const { keyId } = await app.withKey('owner')
        await query(
          `insert into api_key_usage select $1, current_date - 100 - n, 1, 0, 0 from generate_series(1, $2::int) n`,
          [keyId, n],
        )
        return scheduled('api_keys.expire_usage')
      },
    ],
    'api_keys.limit_lifetimes': [
      100,
      async (n) => {
        await query('update settings set max_key_lifetime_days = 90')
        await query(
          `insert into api_keys (id, owner_id, name, prefix, token_hash)
          select gen_random_uuid(), $1, 'Many', 'aie_00000000', sha256(gen_random_uuid()::text::bytea) from generate_series(1, $2::int)`,
          [app.people.owner.id, n],
        )
        return () => run('api_keys.limit_lifetimes', {})
      },
    ],
    'audit.seal': [
      100,
      async (n) => {
        await run('audit.seal', {})
        await query(
          `insert into audit_log (id, action, actor_id, actor_email, via, address, target_type, target_id, target_label, details)
          select gen_random_uuid(), action, actor_id, actor_email, via, address, target_type, target_id, target_label, details
          from (select * from audit_log where actor_id is not null limit 1) entry, generate_series(1, $1::int)`,
          [n],
        )
        return scheduled('audit.seal')
      },
    ],
    'billing.forget_billed': [
      20,
      async (n) => {
        const { id: patientId } = await client.call(createPatient, { familyName: unique() })
        const lines = [{ description: 'Visit', quantity: 1, unitPrice: '10' }]
        for (let m = 0; m < n; m++) await client.call(createInvoice, { patientId, lines })
        await query('update invoices set patient_id = null')
        await query(`update settings set retention = retention || '{"invoicesYears": -1}'`)
        return scheduled('billing.forget_billed')
      },
    ],
    'idempotency.expire': [
      100,
      async (n) => {
        await query(
          `insert into idempotency_records (user_id, operation, key, fingerprint, created_at)
          select $1, 'projects.create', n::text, '', now() - interval '3 days' from generate_series(1, $2::int) n`,
          [app.people.owner.id, n],
        )
        return scheduled('idempotency.expire')
      },
    ],
    'imports.run': [
      100,
      async (n) => {
        const rows = Array.from({ length: n }, () => `${unique()},Person${made},1980-01-02`)
        const file = new File([['id,family name,birth date', ...rows].join('\n')], 'patients.csv')
        await client.call(createImport, { kind: 'patients', file })
        const data = await takeJobs('imports.run')
        return () => run('imports.run', ...data)
      },
    ],
    'patients.expire_reads': [
      100,
      async (n) => {
        await query(
          `insert into access_log (id, at, user_id, operation, count)
          select gen_random_uuid(), now() - interval '7 years', $1, 'patients.list', 0 from generate_series(1, $2::int)`,
          [app.people.owner.id, n],
        )
        return scheduled('patients.expire_reads')
      },
    ],
    // It compares so many at once.
    'patients.search_duplicates': [
      50,
      async (n) => {
        await query(
          'delete from patients where not exists (select from patient_changes where patient_id = id)',
        )
        await query('update patients set merged_into = null')
        await query(
          `insert into patients (id, family_name, birth_date) select gen_random_uuid(), 'Same' || n, '1980-01-02'
          from generate_series(1, $1::int - (select count(*) from patients)) n`,
          [n],
        )
        await client.call(searchDuplicates)
        const data = await takeJobs('patients.search_duplicates')
        return () => run('patients.search_duplicates', ...data)
      },
    ],
    'sessions.expire': [
      100,
      async (n) => {
        await query(
          `insert into attempts select sha256(n::text::bytea), now() - interval '1 day', now() from generate_series(1, $1::int) n`,
          [n],
        )
        return scheduled('sessions.expire')
      },
    ],
    'skills.expire_calls': [
      100,
      async (n) => {
        const runId = await newRun()
        await query(
          `insert into skill_run_calls (run_id, request, answer, understood, input_tokens, output_tokens, created_at)
          select $1, sha256(n::text::bytea), '', true, 0, 0, now() - interval '3 days' from generate_series(1, $2::int) n`,
          [runId, n],
        )
        return scheduled('skills.expire_calls')
      },
    ],
    'skills.sweep_runs': [
      100,
      async (n) => {
        const runId = await newRun()
        await query(
          `insert into skill_runs (id, skill, project_id, input, created_by, sent_at)
          select gen_random_uuid(), skill, project_id, input, created_by, now() - interval '1 day'
          from skill_runs, generate_series(1, $2::int) where id = $1`,
          [runId, n],
        )
        return scheduled('skills.sweep_runs')
      },
    ],
    'projects.expire_archived': [
      20,
      async (n) => {
        await query(`update settings set retention = retention || '{"archivedProjectsMonths": 1}'`)
        for (const announcedAt of [null, '2020-01-01'])
          await query(
            `insert into projects (id, name, created_by, archived_at, deletion_announced_at)
            select gen_random_uuid(), 'Many', $1, '2020-01-01', $3 from generate_series(1, $2::int)`,
            [app.people.owner.id, n, announcedAt],
          )
        return scheduled('projects.expire_archived')
      },
    ],
    // So many are read together.
    'sources.extract_small': [
      32,
      async (n) => {
        const projectId = await newProject()
        await newTracker(projectId)
        const data = await addSources(projectId, n)
        return () => run('sources.extract_small', ...data)
      },
    ],
    'sources.remove_leftovers': [
      100,
      async (n) => {
        const fileKeys = Array.from({ length: n }, () => newId())
        return () => run('sources.remove_leftovers', { sourceId: newId(), fileKeys })
      },
    ],
    'sources.sweep': [
      100,
      async (n) => {
        await query(
          `insert into source_text_parts (source_id, reading, number, start_offset, end_offset, text, segments)
          select gen_random_uuid(), gen_random_uuid(), 1, 0, 1, 'a', '[]' from generate_series(1, $1::int)`,
          [n],
        )
        return scheduled('sources.sweep')
      },
    ],
    // A batch, which is committed, has about so many short sources.
    'trackers.backfill': [
      20,
      async (n) => {
        const projectId = await newProject()
        for (let left = n; left > 0; left -= 20) await addRead(projectId, Math.min(left, 20))
        await newTracker(projectId)
        return () => run('trackers.backfill', { projectId })
      },
    ],
    'trackers.remove': [
      100,
      async (n) => {
        const projectId = await newProject()
        const trackerId = await newTracker(projectId)
        for (let left = n; left > 0; left -= 20) await addRead(projectId, Math.min(left, 20))
        await client.call(deleteTracker, { trackerId })
        return () => run('trackers.remove', { trackerId })
      },
    ],
  }
  const newRun = async () => {
    const projectId = await newProject()
    return (await client.call(startRun, { name: 'themes', projectId, input: {} })).id
  }

  test('is known of every job', () => {
    const known = [...Object.keys(jobs), ...Object.keys(exceptions)].toSorted()
    assert.deepEqual([...handlers.keys()].filter((name) => !name.endsWith('.given_up')).toSorted(), known)
  })

  for (const [name, [many, prepare]] of Object.entries(jobs))
    test(`does not grow with what it does: ${name}`, async () => {
      const one = await fewestStatements(() => prepare(1))
      const all = await fewestStatements(() => prepare(many), one)
      assert.ok(one > 0)
      assert.ok(all <= one, `${one} statements for one, and ${all} for ${many}`)
    })
})
