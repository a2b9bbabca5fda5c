import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cancelRun,
  createProject,
  deleteProject,
  getRun,
  type Input,
  listRuns,
  listSkills,
  type Run,
  retryRun,
  startRun,
  updateProject,
} from '#contract'
import { newId } from '#platform'
import { onEachDatabase, refusal, until } from '#testing'
import { addRun, addSource } from '../testing/index.ts'

const review =
  'The battery of this phone is wonderful. It lasts two days without charging, even with heavy use. ' +
  'The screen is bright and sharp. The camera takes poor pictures in the dark. ' +
  'My old phone needed charging every evening, so the battery alone is worth the price.\n\n' +
  'Delivery took three weeks. Nobody answered my emails about the delivery. 😀 It arrived in the end.'

onEachDatabase('runs of skills', (app) => {
  const member = () => app().as('member')
  const newProject = async () => (await member().call(createProject, { name: 'Phones' })).id
  const get = (runId: string) => member().call(getRun, { runId })
  const finished = (runId: string) =>
    until(
      () => get(runId),
      (run) => run.finishedAt !== null,
    )
  const summarize = (projectId: string, more: Partial<Input<typeof startRun>> = {}) =>
    member().call(startRun, { name: 'summarize', projectId, ...more })

  test('a skill summarizes the sources in their own words', async () => {
    const projectId = await newProject()
    const sourceId = await addSource(app().db, projectId, { title: 'Review', text: review })
    const begun = await summarize(projectId, { input: { sentences: 4 } })
    assert.deepEqual(
      [begun.status, begun.output, begun.error, begun.startedAt, begun.finishedAt],
      ['queued', null, null, null, null],
    )
    const run = await finished(begun.id)
    assert.deepEqual([run.status, run.error], ['succeeded', null])
    assert.deepEqual(run.progress, { done: 1, total: 1, message: '1 source read' })
    assert.equal(run.output?.citations.length, 4)
    for (const cited of run.output.citations) {
      assert.equal(cited.sourceId, sourceId)
      assert.equal(review.slice(cited.start, cited.end), cited.quote)
    }
    assert.match(run.output.markdown, /^## What 1 source says\n\n[\s\S]*“[A-Z][^\n]*” — Review \[1\]\n/)
    assert.deepEqual(run.createdBy, { id: app().people.member.id, name: app().people.member.name })
    assert.deepEqual(await get(run.id), run)
  })

  test('a caller who waits gets the finished run, or the current one if it takes too long', async () => {
    const projectId = await newProject()
    await addSource(app().db, projectId, { text: review })
    const send = (body: object) =>
      app().fetch('/api/skills/summarize/runs', {
        method: 'POST',
        headers: {
          ...app().people.member.headers,
          'content-type': 'application/json',
          'idempotency-key': 'a run',
        },
        body: JSON.stringify({ projectId, ...body }),
      })
    const waited = await send({ wait: 60 })
    assert.equal(waited.status, 200)
    const run: Run = await waited.json()
    assert.equal(run.status, 'succeeded')
    const again = await send({ wait: 60 })
    assert.deepEqual([again.status, await again.json()], [200, run])
  })

  test('runs are listed newest first, by project, skill and status, without their outputs', async () => {
    const projectId = await newProject()
    await addSource(app().db, projectId, { text: review })
    const first = await finished((await summarize(projectId)).id)
    const second = await finished(
      (await member().call(startRun, { name: 'sentiment', projectId, input: { tag: 'none' } })).id,
    )
    assert.deepEqual(second.error, {
      code: 'no_sources',
      message: 'No ready source matches the input.',
      endpointMessage: null,
    })
    const list = async (query: Input<typeof listRuns>) =>
      (await member().call(listRuns, { projectId, ...query })).data
    assert.deepEqual(await list({}), [second, { ...first, output: null }])
    assert.deepEqual(await list({ skill: 'sentiment' }), [second])
    assert.deepEqual(await list({ status: 'succeeded' }), [{ ...first, output: null }])
    const page = await member().call(listRuns, { projectId, limit: 1 })
    assert.deepEqual(page.data, [second])
    const rest = await member().call(listRuns, { projectId, limit: 1, cursor: page.nextCursor! })
    assert.deepEqual([rest.data, rest.nextCursor], [[{ ...first, output: null }], null])
  })

  test('each skill is listed with its last run: of all projects, or of one', async () => {
    const [projectId, otherId] = [await newProject(), await newProject()]
    const lastRuns = async (query: Input<typeof listSkills> = {}) => {
      const { data } = await member().call(listSkills, query)
      return Object.fromEntries(data.slice(0, 3).map(({ name, lastRun }) => [name, lastRun]))
    }
    const none = { sentiment: null, summarize: null, themes: null }
    assert.deepEqual(await lastRuns({ projectId }), none)
    await addRun(app().db, projectId)
    const own = await get(await addRun(app().db, projectId))
    const other = await get(await addRun(app().db, otherId))
    const themes = await get(await addRun(app().db, otherId, { skill: 'themes' }))
    const shown = ({ id, projectId, status, createdAt }: Run) => ({ id, projectId, status, createdAt })
    assert.deepEqual(await lastRuns({ projectId }), { ...none, summarize: shown(own) })
    const all = await lastRuns()
    assert.deepEqual([all.summarize, all.themes], [shown(other), shown(themes)])
    await app().as('admin').call(deleteProject, { projectId: otherId })
    assert.deepEqual((await lastRuns()).summarize, shown(own))
    assert.deepEqual(await lastRuns({ projectId: otherId }), none)
  })

  test('a run reads the selected sources', async () => {
    const projectId = await newProject()
    const about = { occurredAt: '2026-03-05T23:30:00Z', tags: ['spring'] }
    const wanted = await addSource(app().db, projectId, { text: review, ...about })
    const other = await addSource(app().db, projectId, { text: review.replaceAll('phone', 'radio') })
    const cited = async (input: Input<typeof startRun>['input']) => {
      const run = await summarize(projectId, { input, wait: 60 })
      return new Set(run.output?.citations.map(({ sourceId }) => sourceId))
    }
    assert.deepEqual(await cited({}), new Set([other, wanted]))
    for (const input of [
      { sourceIds: [wanted] },
      { tag: 'spring' },
      { from: '2026-03-05', to: '2026-03-05' },
      { to: '2026-03-31' },
    ])
      assert.deepEqual(await cited(input), new Set([wanted]), JSON.stringify(input))
  })

  test('a run that is not possible is rejected, and leaves nothing behind', async () => {
    const projectId = await newProject()
    const call = (input: Input<typeof startRun>) => member().call(startRun, input)
    await refusal(call({ name: 'no-such-skill', projectId }), 'skill_not_found')
    await refusal(call({ name: 'summarize', projectId: newId() }), 'project_not_found')
    const elsewhere = await addSource(app().db, await newProject(), { text: review })
    const own = await addSource(app().db, projectId, { text: review })
    const { errors } = await refusal(
      call({ name: 'summarize', projectId, input: { sourceIds: [own, elsewhere] } }),
      'source_not_found',
    )
    assert.deepEqual(errors, [{ path: 'input.sourceIds[1]', message: 'Not a source of this project' }])
    await member().call(updateProject, { projectId, archived: true })
    await refusal(call({ name: 'summarize', projectId }), 'project_archived')
    assert.deepEqual((await member().call(listRuns, { projectId })).data, [])
    await refusal(get(newId()), 'run_not_found')
  })

  test('a queued run is canceled immediately, and no worker starts it', async () => {
    const projectId = await newProject()
    const runId = await addRun(app().db, projectId)
    const canceled = await member().call(cancelRun, { runId })
    assert.deepEqual([canceled.status, canceled.startedAt, canceled.output], ['canceled', null, null])
    assert.ok(canceled.finishedAt)
    await refusal(member().call(cancelRun, { runId }), 'run_finished')
    await refusal(member().call(cancelRun, { runId: newId() }), 'run_not_found')
    assert.deepEqual(await get(runId), canceled)
  })

  test('a finished run is retried as a new run, and does not change', async () => {
    const projectId = await newProject()
    await addSource(app().db, projectId, { text: review })
    const runId = await addRun(app().db, projectId, { input: { sentences: 2 } })
    await refusal(member().call(retryRun, { runId }), 'run_not_finished')
    const canceled = await member().call(cancelRun, { runId })
    const begun = await member().call(retryRun, { runId })
    assert.deepEqual([begun.retryOf, begun.input, begun.skill], [runId, { sentences: 2 }, 'summarize'])
    assert.equal((await finished(begun.id)).output?.citations.length, 2)
    assert.deepEqual(await get(runId), canceled)
    await refusal(member().call(retryRun, { runId: newId() }), 'run_not_found')
    await member().call(updateProject, { projectId, archived: true })
    await refusal(member().call(retryRun, { runId }), 'project_archived')
  })

  test('the runs of a deleted project are deleted', async () => {
    const projectId = await newProject()
    const runId = await addRun(app().db, projectId)
    await app().as('admin').call(deleteProject, { projectId })
    await refusal(get(runId), 'run_not_found')
    await refusal(member().call(cancelRun, { runId }), 'run_not_found')
    await refusal(member().call(retryRun, { runId }), 'run_not_found')
    assert.deepEqual((await member().call(listRuns, { projectId })).data, [])
  })

  test('the database rejects changes of finished runs', async () => {
    const runId = await addRun(app().db, await newProject())
    await member().call(cancelRun, { runId })
    const change = (set: string) => app().db.pool.query(`update skill_runs set ${set} where id = '${runId}'`)
    for (const set of [`status = 'queued', finished_at = null`, `message = 'x'`, 'attempts = 9'])
      await assert.rejects(change(set), /has finished and never changes again/)
  })
})
