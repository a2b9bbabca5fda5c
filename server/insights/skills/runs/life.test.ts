import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { cancelRun, createProject, getRun, listRuns, startRun } from '#contract'
import type { Database, Session } from '#database'
import { createLog, newId } from '#platform'
import { assertEndsWithin, cases, meeting, onDatabase, onPostgres, until } from '#testing'
import type { Draft } from '../../../../engines/summaries/draft.ts'
import { createRunJob, createRunJobs } from '../run-jobs.ts'
import { addRun, addSource } from '../testing/index.ts'
import { type Claimed, claim, end, fail, giveUp, RunError, release, report, timeOut } from './attempt.ts'
import { sweep } from './sweep.ts'
import type { Work } from './work-on.ts'

const text = 'A sentence that is cited by whoever tests. Another one.'
/** What the issue asks for. */
const cancelWithinMs = 2000

onDatabase('the life of a run', (app) => {
  let projectId: string
  const member = () => app().as('member')
  const get = (runId: string) => member().call(getRun, { runId })
  const context = (signal = new AbortController().signal) => ({
    db: app().db,
    log: createLog('silent'),
    signal,
  })
  const perform = (runId: string, write: (work: Work) => Promise<Draft>, signal?: AbortSignal) =>
    createRunJob('a test', { concurrency: 1 }, write).run(context(signal), { runId })

  before(async () => {
    projectId = (await member().call(createProject, { name: 'Runs' })).id
    await addSource(app().db, projectId, { text })
  })

  test('a run on long texts is canceled within two seconds, and its work ends', async () => {
    const { id } = await member().call(createProject, { name: 'Long texts' })
    for (let n = 0; n < 4; n++) await addSource(app().db, id, { title: `Long ${n}`, text: longText(n) })
    const runId = await addRun(app().db, id, { skill: 'sentiment' })
    const working = createRunJobs(null).jobOf({ builtIn: true }).run(context(), { runId })
    await until(
      () => get(runId),
      ({ progress }) => progress.message.startsWith('Reading'),
    )
    const canceled = member().call(cancelRun, { runId })
    await assertEndsWithin(cancelWithinMs, Promise.all([canceled, working]), () => get(runId))
    const run = await get(runId)
    assert.deepEqual([run.status, run.output], ['canceled', null])
  })

  test('a run that takes too long is timed out, and its work ends', async () => {
    const runId = await addRun(app().db, projectId, { startedAgo: 299 })
    await perform(runId, forever)
    const run = await get(runId)
    assert.deepEqual([run.status, run.error?.code], ['timed_out', 'timed_out'])
  })

  test('the work of a run ends when its project is deleted', async () => {
    const { id } = await member().call(createProject, { name: 'Deleted' })
    const runId = await addRun(app().db, id)
    const working = perform(runId, forever)
    await until(
      () => get(runId),
      ({ status }) => status === 'running',
    )
    await app().db.pool.query('update projects set deleted_at = now() where id = $1', [id])
    await working
  })

  test('a node that stops puts its run back into the queue, without counting a failed attempt', async () => {
    const runId = await addRun(app().db, projectId)
    const stopping = new AbortController()
    const working = perform(runId, forever, stopping.signal)
    await until(
      () => get(runId),
      ({ status }) => status === 'running',
    )
    stopping.abort(new Error('stopping'))
    await assert.rejects(working, /aborted/)
    const { rows } = await app().db.pool.query('select status, attempts from skill_runs where id = $1', [
      runId,
    ])
    assert.deepEqual(rows, [{ status: 'queued', attempts: 0 }])
    await member().call(cancelRun, { runId })
  })

  test('a run that is interrupted repeatedly fails with that reason', async () => {
    const runId = await addRun(app().db, projectId)
    const broken = () => Promise.reject(new Error('broken'))
    for (let attempt = 1; attempt <= 4; attempt++) await assert.rejects(perform(runId, broken), /broken/)
    assert.equal((await get(runId)).status, 'queued')
    await perform(runId, broken)
    assert.deepEqual((await get(runId)).error, {
      code: 'interrupted',
      message: 'The run was interrupted several times.',
      endpointMessage: null,
    })
  })

  test('a run whose job was given up fails, unless another attempt has claimed it', async () => {
    const [given, taken] = [await addRun(app().db, projectId), await addRun(app().db, projectId)]
    const run = await claim(app().db.reader, taken)
    for (const id of [given, taken]) await giveUp(app().db.reader, id)
    assert.equal((await get(given)).error?.code, 'interrupted')
    assert.equal((await get(taken)).status, 'running')
    await fail(app().db.reader, run!, new RunError('x', 'x'))
  })

  test('runs whose job was lost are restarted or timed out', async () => {
    const { pool } = app().db
    const waiting = await addRun(app().db, projectId)
    await pool.query(`update skill_runs set sent_at = now() - interval '11 minutes' where id = $1`, [waiting])
    const silent = await addRun(app().db, projectId)
    await claim(app().db.reader, silent)
    await pool.query(
      `update skill_runs set seen_at = now() - interval '2 minutes', sent_at = now() - interval '2 minutes' where id = $1`,
      [silent],
    )
    const overdue = await addRun(app().db, projectId, { startedAgo: 400 })
    const sent: string[] = []
    const send = async (_tx: unknown, _job: unknown, ...data: { runId?: string }[]) => {
      // Not of other tests' runs.
      for (const { runId } of data)
        if (runId === waiting || runId === silent || runId === overdue) sent.push(runId)
    }
    await sweep(app().db, createRunJobs(null), { send, stop: async () => {} })
    assert.deepEqual(sent, [waiting, silent])
    assert.equal((await get(overdue)).status, 'timed_out')
    await sweep(app().db, createRunJobs(null), { send, stop: async () => {} })
    assert.equal(sent.length, 2)
    for (const runId of [waiting, silent]) await member().call(cancelRun, { runId })
  })

  test('an attempt that lost its run writes nothing', async () => {
    const { reader, pool } = app().db
    const runId = await addRun(app().db, projectId)
    const lost = (await claim(reader, runId))!
    assert.equal(await claim(reader, runId), null)
    await pool.query(`update skill_runs set seen_at = now() - interval '11 seconds' where id = $1`, [runId])
    const ours = (await claim(reader, runId))!
    await report(reader, lost, { done: 9, total: 9, message: 'late' })
    await release(reader, lost, { counts: true })
    assert.equal(await end(reader, lost, 'succeeded', { output: '{}' }), false)
    assert.equal(await timeOut(reader, lost), false)
    const run = await get(runId)
    assert.deepEqual([run.status, run.progress.done], ['running', 0])
    assert.equal(await fail(reader, ours, new RunError('ours', 'Ours.')), true)
    assert.equal((await get(runId)).error?.code, 'ours')
  })
})

onPostgres('simultaneous changes of runs', (app) => {
  let projectId: string
  const member = () => app().as('member')

  before(async () => {
    projectId = (await member().call(createProject, { name: 'Races' })).id
    await addSource(app().db, projectId, { text })
    // Every change of a status, as the database saw it.
    await app().db.pool.query(`
      create table seen_changes (run_id uuid, was text, became text, n serial);
      create function note_change() returns trigger language plpgsql as $$
      begin
        insert into seen_changes (run_id, was, became) values (new.id, old.status, new.status);
        return null;
      end $$;
      create trigger note_change after update on skill_runs for each row execute function note_change()`)
  })

  test('of workers that claim a run simultaneously, one gets it', async () => {
    const node = await app().startNode()
    const runId = await addRun(app().db, projectId)
    const taken = await meeting(
      app().databaseUrl,
      { lock: `select from skill_runs where id = '${runId}' for update`, count: 6 },
      () =>
        Promise.all(
          // In transactions, which are tried again where the machine is so busy that the lock is waited for too long.
          [app(), node, app(), node, app(), node].map(({ db }) => db.transaction((tx) => claim(tx, runId))),
        ),
    )
    assert.equal(taken.filter(Boolean).length, 1)
    await member().call(cancelRun, { runId })
  })

  test('in any order of simultaneous changes, a run finishes once and stays finished', async () => {
    const nodes = [app().db, (await app().startNode()).db]
    const events = [
      'cancel',
      'succeed',
      'fail',
      'time out',
      'release',
      'take',
      'give up',
      'sweep',
      'report',
    ] as const
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...events), fc.nat(1), fc.nat(4)), { minLength: 3, maxLength: 14 }),
        fc.boolean(),
        async (order, isOverdue) => {
          const runId = await addRun(app().db, projectId, isOverdue ? { startedAgo: 400 } : {})
          const attempts: Claimed[] = []
          const first = await claim(app().db.reader, runId)
          if (first) attempts.push(first)
          await Promise.all(
            order.map(async ([event, node, delay]) => {
              await wait(delay)
              await happen(event, nodes[node]!, runId, attempts)
            }),
          )
          await member()
            .call(cancelRun, { runId })
            .catch(() => {})
          const { rows } = await app().db.pool.query<{ was: string; became: string }>(
            'select was, became from seen_changes where run_id = $1 order by n',
            [runId],
          )
          const open = ['queued', 'running']
          assert.deepEqual(
            rows.filter(({ was }) => !open.includes(was)),
            [],
            'changed after it had finished',
          )
          assert.equal(rows.filter(({ became }) => !open.includes(became)).length, 1, 'finished once')
        },
      ),
      { numRuns: cases(40) },
    )
  })

  async function happen(event: string, db: Database, runId: string, attempts: Claimed[]): Promise<void> {
    const { reader, pool } = db
    const some = attempts.at(-1)
    if (event === 'cancel')
      await member()
        .call(cancelRun, { runId })
        .catch(() => {})
    if (event === 'give up') await giveUp(reader, runId)
    if (event === 'sweep')
      await sweep(db, createRunJobs(null), { send: async () => {}, stop: async () => {} })
    if (event === 'take') {
      await pool.query(
        `update skill_runs set seen_at = now() - interval '1 minute' where id = $1 and status = 'running'`,
        [runId],
      )
      const taken = await claim(reader, runId)
      if (taken) attempts.push(taken)
    }
    if (!some) return
    if (event === 'succeed') await end(reader, some, 'succeeded', { output: '{}' })
    if (event === 'fail') await fail(reader, some, new RunError('x', 'x'))
    if (event === 'time out') await timeOut(reader, some)
    if (event === 'release') await release(reader, some, { counts: true })
    if (event === 'report') await report(reader, some, { done: 1, total: 2, message: newId() })
  }

  /** Blocks storing an output that cites this source while `meanwhile` runs. */
  async function holding(sourceId: string, meanwhile: (holder: Session) => Promise<void>): Promise<void> {
    const holder = await app().db.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from sources where id = $1 for update', [sourceId])
      await meanwhile(holder)
      await holder.query('commit')
    } finally {
      holder.release()
    }
  }

  /** A run whose result is one quotation of a source of its own. */
  async function citing() {
    const { id } = await member().call(createProject, { name: 'Cited' })
    const sourceId = await addSource(app().db, id, { text })
    const { reading } = await app()
      .db.reader.selectFrom('sourceTexts')
      .select('reading')
      .where('sourceId', '=', sourceId)
      .executeTakeFirstOrThrow()
    const quotes = [{ sourceId, reading, start: 0, end: 42, quote: text.slice(0, 42) }]
    const blocks: Draft['blocks'] = [{ kind: 'list', statements: [{ text: null, quotes }] }]
    const job = createRunJob('a test', { concurrency: 1 }, async () => ({
      coverage: { read: 1, total: 1 },
      blocks,
      data: {},
    }))
    const runId = await addRun(app().db, id)
    const signal = new AbortController().signal
    const work = () => job.run({ db: app().db, log: createLog('silent'), signal }, { runId })
    return { sourceId, runId, work, get: () => member().call(getRun, { runId }) }
  }

  test('a run that is canceled while its result is being written stays canceled', async () => {
    const { sourceId, runId, work, get } = await citing()
    let working = Promise.resolve()
    await holding(sourceId, async () => {
      working = work()
      await until(get, ({ status }) => status !== 'queued')
      await member().call(cancelRun, { runId })
    })
    await working
    const run = await get()
    assert.deepEqual([run.status, run.output], ['canceled', null])
  })

  test('storing the output waits for a source that is being changed, and does not quote its former text', async () => {
    const { sourceId, work, get } = await citing()
    let working = Promise.resolve()
    await holding(sourceId, async (holder) => {
      await holder.query('update source_texts set reading = gen_random_uuid() where source_id = $1', [
        sourceId,
      ])
      working = work()
      await until(
        () =>
          holder.query(`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`),
        ({ rowCount }) => rowCount === 1,
      )
    })
    await working
    const run = await get()
    assert.deepEqual([run.status, run.error?.code], ['failed', 'not_grounded'])
  })

  test('many simultaneous starts and cancellations leave nothing behind', async () => {
    const { id } = await member().call(createProject, { name: 'Many' })
    await addSource(app().db, id, { text })
    const begun = await Promise.all(
      Array.from({ length: 8 }, () => member().call(startRun, { name: 'summarize', projectId: id })),
    )
    await Promise.all(
      begun.map((run) =>
        member()
          .call(cancelRun, { runId: run.id })
          .catch(() => {}),
      ),
    )
    const { data } = await member().call(listRuns, { projectId: id })
    assert.equal(data.length, 8)
    for (const run of data) assert.ok(['canceled', 'succeeded'].includes(run.status), run.status)
  })
})

const forever = ({ signal }: Work) => wait(60_000, undefined, { signal }) as Promise<never>

function longText(n: number): string {
  const words = 'service delivery battery wonderful terrible phone screen waiting price support'.split(' ')
  const sentence = (m: number) =>
    `The ${words[(m * 7 + n) % 10]} of the ${words[(m * 3) % 10]} was ${words[(m * m) % 10]} on day ${m}. `
  return Array.from({ length: 40_000 }, (_, m) => sentence(m) + (m % 5 ? '' : '\n\n')).join('')
}
