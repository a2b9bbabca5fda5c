import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cancelRun, createProject, createSkill, getRun } from '#contract'
import { assertEndsWithin, onDatabase, until } from '#testing'
import { claim } from '../runs/attempt.ts'
import { storeCall, takeOverCalls } from '../runs/calls.ts'
import {
  addRun,
  addSource,
  answering,
  interview,
  type ModelEndpoint,
  type Reply,
  startModelEndpoint,
  workOnModel,
} from '../testing/index.ts'

const skillMd = '---\nname: complaints\ndescription: Lists complaints.\n---\nList what people complain about.'

/** What the issue asks for. */
const cancelWithinMs = 2000

onDatabase('interrupted runs on a model', (app) => {
  let endpoint: ModelEndpoint
  let projectId: string
  const member = () => app().as('member')
  const get = (runId: string) => member().call(getRun, { runId })

  before(async () => {
    endpoint = await startModelEndpoint()
    projectId = (await member().call(createProject, { name: 'Long interviews' })).id
    for (const n of [1, 2, 3])
      await addSource(app().db, projectId, { title: `Interview ${n}`, text: interview(n) })
    await member().call(createSkill, { content: skillMd })
  })
  after(() => endpoint.close())

  const work = (runId: string, signal?: AbortSignal) =>
    workOnModel(app().db, { url: endpoint.url, contextTokens: 8000 }, runId, signal)

  /** Answers this many calls, then never again. */
  function hangingAfter(calls: number) {
    const usual = answering()
    return async (request: Parameters<typeof usual>[0]): Promise<Reply> =>
      endpoint.requests.length > calls ? 'hang' : usual(request)
  }
  const countOf = async (runId: string) =>
    (
      await app().db.pool.query<{ n: number }>(
        'select count(*)::int as n from skill_run_calls where run_id = $1',
        [runId],
      )
    ).rows[0]!.n

  /** A run of which the first calls were answered when its node stopped or the run was canceled. */
  async function interrupted(how: (runId: string, stopping: AbortController) => Promise<unknown>) {
    endpoint.reply(hangingAfter(3))
    const runId = await addRun(app().db, projectId, { skill: 'complaints' })
    const stopping = new AbortController()
    const working = work(runId, stopping.signal).catch(() => {})
    await until(
      async () => endpoint.requests.length,
      (count) => count === 4,
    )
    const asked = endpoint.requests.map(({ body }) => JSON.stringify(body.messages))
    await how(runId, stopping)
    await working
    assert.equal(await countOf(runId), 3)
    endpoint.reply(answering())
    return { runId, paid: asked.slice(0, 3), pending: asked[3]! }
  }

  test('an interrupted run continues with the answers that it has, and pays for none twice', async () => {
    const { runId, paid, pending } = await interrupted(async (_, stopping) =>
      stopping.abort(new Error('stopping')),
    )
    await work(runId)
    const { status, usage, progress } = await get(runId)
    assert.deepEqual([status, progress.done], ['succeeded', progress.total])
    const asked = endpoint.requests.map(({ body }) => JSON.stringify(body.messages))
    assert.ok(asked.every((messages) => !paid.includes(messages)))
    assert.equal(asked[0], pending)
    assert.equal(usage?.calls, paid.length + asked.length)
    assert.equal(await countOf(runId), 0)
  })

  test('a retry of a canceled run continues with its answers, and each run has its own usage', async () => {
    const { runId, paid, pending } = await interrupted((runId) => member().call(cancelRun, { runId }))
    const { usage: usageOfCanceled } = await get(runId)
    assert.equal(usageOfCanceled?.calls, 3)
    // The node of the test has no model.
    const { rows } = await app().db.pool.query<{ id: string }>(
      `insert into skill_runs (id, skill, project_id, input, created_by, retry_of)
       select gen_random_uuid(), skill, project_id, input, created_by, id from skill_runs where id = $1 returning id`,
      [runId],
    )
    const again = rows[0]!.id
    await app().db.transaction((tx) => takeOverCalls(tx, runId, again))
    await work(again)
    const asked = endpoint.requests.map(({ body }) => JSON.stringify(body.messages))
    assert.ok(asked.every((messages) => !paid.includes(messages)))
    assert.equal(asked[0], pending)
    assert.equal((await get(again)).usage?.calls, asked.length)
    assert.deepEqual((await get(runId)).usage, usageOfCanceled)
  })

  test('an attempt that lost its run stores no answer', async () => {
    const runId = await addRun(app().db, projectId, { skill: 'complaints' })
    const { reader } = app().db
    const lost = (await claim(reader, runId))!
    const call = {
      request: Buffer.alloc(32),
      answer: '{}',
      understood: true,
      inputTokens: 1,
      outputTokens: 1,
    }
    assert.equal(await storeCall(reader, lost, call, { model: 'a-model', prices: null }), true)
    await member().call(cancelRun, { runId })
    assert.equal(
      await storeCall(
        reader,
        lost,
        { ...call, request: Buffer.alloc(32, 1) },
        { model: 'a-model', prices: null },
      ),
      false,
    )
    assert.deepEqual([await countOf(runId), (await get(runId)).usage?.calls], [1, 1])
  })

  test('a run on a model that hangs is canceled within two seconds', async () => {
    endpoint.reply('hang')
    const runId = await addRun(app().db, projectId, { skill: 'complaints' })
    const working = work(runId)
    await until(
      async () => endpoint.requests.length,
      (count) => count === 1,
    )
    const canceled = member().call(cancelRun, { runId })
    await assertEndsWithin(cancelWithinMs, Promise.all([canceled, working]), () => get(runId))
    assert.equal((await get(runId)).status, 'canceled')
  })

  test('a run on a model that hangs too long is timed out', async () => {
    endpoint.reply('hang')
    const runId = await addRun(app().db, projectId, { skill: 'complaints', startedAgo: 298 })
    await work(runId)
    const { status, error } = await get(runId)
    assert.equal(status, 'timed_out')
    assert.equal(error?.message, 'The run took longer than 5 minutes. Choose fewer sources.')
  })
})
