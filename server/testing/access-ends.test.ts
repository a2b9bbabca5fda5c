// Access that is lowered on one node ends on another: for calls that begin after the response, and for what is under way.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '#client'
import {
  type Access,
  createApiKey,
  createProject,
  createSkill,
  createSource,
  exportAuditLog,
  fullAccess,
  getMe,
  getProject,
  getRun,
  getSource,
  getSourceContent,
  listPatients,
  listProjects,
  retrySource,
  startRun,
  updateProject,
  updateUser,
  watchRun,
} from '#contract'
import { createLog } from '#platform'
import { cases } from '../../scripts/test/full.ts'
import { createRunJob } from '../insights/skills/run-jobs.ts'
import { addRun, type ModelEndpoint, startModelEndpoint } from '../insights/skills/testing/index.ts'
import type { TestApp } from './app.ts'
import { onDatabase, onPostgres } from './databases.ts'
import { assertEndsWithin } from './ends-within.ts'
import { addNewcomer } from './newcomer.ts'
import { refusal } from './refusal.ts'
import { until, untilRead } from './until.ts'

const setAccess = (app: TestApp, userId: string, access: Partial<Access>) =>
  app.as('admin').call(updateUser, { userId, access })

onPostgres('two nodes', (app) => {
  test('of the calls that begin after the response to a lowered access, none succeeds on the other node', async () => {
    const other = await app().startNode()
    const { id: userId, headers } = await app().addPerson({
      name: 'Ada',
      email: 'ada@two.test',
      role: 'member',
    })
    const session = createClient({ baseUrl: other.url, headers })
    const own = createClient({ baseUrl: app().url, headers })
    const key = other.withToken((await own.call(createApiKey, { name: 'Two nodes' })).token)
    const { id: projectId } = await app().as('admin').call(createProject, { name: 'Two nodes' })
    const editors = [{ userId: app().people.member.id, level: 'edit' as const }]
    const everyone = (level: 'none' | 'edit') =>
      app()
        .as('admin')
        .call(updateProject, { projectId, access: { everyone: level, members: editors } })

    for (let n = 0; n < cases(250); n++) {
      for (const caller of [session, key]) {
        await setAccess(app(), userId, fullAccess)
        await everyone('edit')
        await caller.call(listPatients)
        await caller.call(getProject, { projectId })
        await Promise.all([setAccess(app(), userId, { patients: 'none' }), everyone('none')])
        await Promise.all([
          refusal(caller.call(listPatients), 'access_required'),
          refusal(caller.call(getProject, { projectId }), 'project_not_found'),
        ])
      }
    }
  })
})

/** The model of the node below. */
let endpoint: ModelEndpoint
const withModel = async () => {
  endpoint = await startModelEndpoint()
  return { MODEL_URL: endpoint.url, MODEL_NAME: 'a-model' }
}

onDatabase(
  'what is under way when access is lost',
  (app) => {
    let projectId: string
    const hide = () =>
      app()
        .as('admin')
        .call(updateProject, {
          projectId,
          access: { everyone: 'none', members: [{ userId: app().people.admin.id, level: 'edit' }] },
        })
    const asNewcomer = async () => await addNewcomer(app(), 'member')
    const endsSoon = (work: Promise<unknown>) =>
      assertEndsWithin(3000, work, () => app().as('owner').call(getMe))

    before(async () => {
      projectId = (await app().as('admin').call(createProject, { name: 'Under way' })).id
    })
    after(() => endpoint.close())

    test('a stream ends, and shows nothing that happens later', async () => {
      for (const lose of [hide, (id: string) => setAccess(app(), id, { insights: 'none' })]) {
        await app()
          .as('admin')
          .call(updateProject, { projectId, access: { everyone: 'edit' } })
        const { client, id } = await asNewcomer()
        const runId = await addRun(app().db, projectId)
        const reading = new Response((await client.call(watchRun, { runId })).body).text()
        await lose(id)
        await app().db.pool.query(`update skill_runs set message = 'After the end' where id = $1`, [runId])
        await endsSoon(reading)
        assert.doesNotMatch(await reading, /After the end/)
      }
    })

    test('a call that waits is refused', async () => {
      await app()
        .as('admin')
        .call(updateProject, { projectId, access: { everyone: 'edit' } })
      const { client } = await asNewcomer()
      const text = 'Some words to sum up. And some more of them.'
      await untilRead(client, (await client.call(createSource, { projectId, title: 'Words', text })).id)
      endpoint.reply('hang')
      await app()
        .as('admin')
        .call(createSkill, { content: '---\nname: notes\ndescription: Notes.\n---\nTake notes.' })
      const run = client.call(startRun, { name: 'notes', projectId, wait: 60 })
      const waiting = refusal(run, 'project_not_found')
      await until(
        async () => endpoint.requests.length,
        (asked) => asked > 0,
      )
      await hide()
      await waiting
    })

    test('a run fails, with the reason', async () => {
      await app()
        .as('admin')
        .call(updateProject, { projectId, access: { everyone: 'edit' } })
      const { id } = await asNewcomer()
      const runId = await addRun(app().db, projectId, { createdBy: id })
      const context = { db: app().db, log: createLog('silent'), signal: new AbortController().signal }
      const job = createRunJob('a test', { concurrency: 1 }, async ({ signal }) => {
        await hide()
        return wait(60_000, undefined, { signal }) as Promise<never>
      })
      await endsSoon(job.run(context, { runId }))
      const { status, error } = await app().as('admin').call(getRun, { runId })
      assert.deepEqual([status, error?.code], ['failed', 'access_lost'])
    })

    test('a download breaks off', async () => {
      await app()
        .as('admin')
        .call(updateProject, { projectId, access: { everyone: 'edit' } })
      const { client, id } = await asNewcomer()
      const file = new File([new Uint8Array(80 * 1024 * 1024)], 'large.txt')
      const { id: sourceId } = await client.call(createSource, { projectId, file })
      const download = await client.call(getSourceContent, { sourceId })
      const reader = download.body!.getReader()
      await reader.read()
      await setAccess(app(), id, { insights: 'none' })
      await endsSoon(assert.rejects(readSlowly(reader)))
    })

    test('so does an export of someone who is demoted', async () => {
      const { id, headers } = await app().addPerson({ name: 'Ada', email: 'ada@export.test', role: 'admin' })
      await app().db.pool.query(`
      insert into audit_log (id, action, actor_email, via, target_type, target_id, target_label)
      select gen_random_uuid(), 'user.name', 'many@aerie.test', 'session', 'user', gen_random_uuid(), repeat('x', 20000)
      from generate_series(1, 5000)`)
      // Compressed, all of it would be sent at once.
      const plain = { ...headers, 'accept-encoding': 'identity' }
      const reader = (await app().fetch(exportAuditLog.path, { headers: plain })).body!.getReader()
      await reader.read()
      await app().as('owner').call(updateUser, { userId: id, role: 'member' })
      await endsSoon(assert.rejects(readSlowly(reader)))
    })

    test('a stored reply to a repeated key is not given again', async () => {
      await app()
        .as('admin')
        .call(updateProject, { projectId, access: { everyone: 'edit' } })
      const { client, id } = await asNewcomer()
      const once = { idempotencyKey: 'again' }
      const upload = () =>
        client.call(createSource, { projectId, title: 'Once', text: 'Once and never again.' }, once)
      const source = await upload()
      assert.equal((await upload()).id, source.id)
      await hide()
      await refusal(upload(), 'project_not_found')
      await app()
        .as('admin')
        .call(updateProject, { projectId, access: { everyone: 'view' } })
      await refusal(upload(), 'access_required')
      assert.equal((await client.call(getSource, { sourceId: source.id })).id, source.id)
      await refusal(client.call(retrySource, { sourceId: source.id }, once), 'access_required')
      await setAccess(app(), id, { insights: 'none' })
      await refusal(upload(), 'access_required')
      await refusal(client.call(listProjects), 'access_required')
    })
  },
  withModel,
)

/** Reads the rest of a response, a hundred parts a second at most: all of it takes much longer than until it breaks off. */
async function readSlowly(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done) await wait(10)
}
