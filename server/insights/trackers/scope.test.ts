import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  createProject,
  createTracker,
  getTracker,
  getTrackerResults,
  previewTracker,
  updateSource,
  updateTracker,
} from '#contract'
import { onDatabase, refusal, type TestApp } from '#testing'
import { createMatcher, type Matcher } from '../matching/matcher.ts'
import { countersOf, freshScan, mentionsThere } from './testing/scan.ts'
import { sourcesOn } from './testing/sources.ts'
import { settled } from './testing/trackers.ts'

let matcher: Matcher
before(() => {
  matcher = createMatcher()
})
after(() => matcher.stop())

const addProject = async (app: TestApp) =>
  (await app.as('member').call(createProject, { name: 'Interviews' })).id

async function agrees(app: TestApp, projectId: string) {
  await settled(app, projectId)
  assert.deepEqual(await mentionsThere(app.db, projectId), await freshScan(app.db, matcher, projectId))
  const { kept, counted } = await countersOf(app.db, projectId)
  assert.deepEqual(kept, counted)
}

onDatabase('limits of trackers', (app) => {
  const member = () => app().as('member')
  const phrases = [{ text: 'price' }]

  test('limits apply to new sources, existing ones and previews', async () => {
    const projectId = await addProject(app())
    const add = () =>
      sourcesOn(app(), matcher).add({
        projectId,
        text: 'Ada: A price.\nGrace: No price.',
        occurredAt: '2026-02-01T00:00:00.000Z',
      })
    await add()
    for (const [scope, count] of [
      [{ speakers: ['ÁDA'] }, 1],
      [{ speakers: ['Grace', 'ada'], kinds: ['text'] }, 2],
      [{ kinds: ['email'] }, 0],
      [{ from: '2026-02-01', to: '2026-02-01' }, 2],
      [{ to: '2026-01-31' }, 0],
      [{ tags: ['beta'] }, 0],
    ] as const) {
      const definition = { projectId, phrases, scope: scope as never }
      assert.equal((await member().call(previewTracker, definition)).counts.mentions, count)
      const tracker = await member().call(createTracker, { name: 'Limited', ...definition })
      assert.deepEqual(tracker.scope, scope)
      await settled(app(), projectId)
      const { counts } = await member().call(getTracker, { trackerId: tracker.id })
      assert.equal(counts.mentions, count, JSON.stringify(scope))
    }
    await add()
    await agrees(app(), projectId)
  })

  test('mentions follow when a tracker gets other limits, or a source other details', async () => {
    const projectId = await addProject(app())
    const tracked = { projectId, name: 'Limited', phrases, scope: { tags: ['Beta'], authors: ['Ada'] } }
    const { id: trackerId } = await member().call(createTracker, tracked)
    const sourceId = await sourcesOn(app(), matcher).add({ projectId, text: 'The price.' })
    const count = async () => {
      await agrees(app(), projectId)
      return (await member().call(getTrackerResults, { trackerId })).data.length
    }
    const change = (changes: object) => member().call(updateSource, { sourceId, ...changes })
    assert.equal(await count(), 0)
    await change({ tags: ['BETA', 'other'] })
    assert.equal(await count(), 0)
    await change({ author: 'ada' })
    assert.equal(await count(), 1)
    await change({ tags: [] })
    assert.equal(await count(), 0)
    await change({ tags: ['beta'], title: 'Again' })
    assert.equal(await count(), 1)
    await member().call(updateTracker, { trackerId, scope: { tags: ['gamma'] } })
    assert.equal(await count(), 0)
    await member().call(updateTracker, { trackerId, scope: { from: '2026-02-02' } })
    assert.equal(await count(), 1)
    await change({ occurredAt: '2026-02-01T23:59:59.999Z' })
    assert.equal(await count(), 0)
    await change({ occurredAt: '2026-02-02T00:00:00.000Z' })
    assert.equal(await count(), 1)
  })

  test('limits that are empty, or days in the wrong order, are rejected', async () => {
    const projectId = await addProject(app())
    for (const [scope, path] of [
      [{ speakers: [] }, 'scope.speakers'],
      [{ kinds: ['film'] }, 'scope.kinds[0]'],
      [{ tags: [''] }, 'scope.tags[0]'],
      [{ from: '2026-13-01' }, 'scope.from'],
      [{ from: '2026-02-01', to: '2026-01-31' }, 'scope.to'],
    ] as const) {
      const call = member().call(createTracker, { projectId, name: 'Limited', phrases, scope } as never)
      assert.deepEqual(
        (await refusal(call, 'validation_failed')).errors?.map((error) => error.path),
        [path],
      )
    }
  })
})
