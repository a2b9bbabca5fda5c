import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  createProject,
  createTracker,
  deleteTracker,
  dismissMention,
  getProject,
  getTrackerResults,
  type Input,
  listSourceMentions,
  restoreMention,
  updateTracker,
} from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal } from '#testing'
import { createMatcher, type Matcher } from '../../matching/matcher.ts'
import { countersOf, freshScan, mentionsThere } from '../testing/scan.ts'
import { sourcesOn } from '../testing/sources.ts'
import { settled } from '../testing/trackers.ts'

onDatabase('dismissals', (app) => {
  let matcher: Matcher
  before(() => {
    matcher = createMatcher()
  })
  after(() => matcher.stop())
  const member = () => app().as('member')
  const sources = () => sourcesOn(app(), matcher)
  const results = (query: Input<typeof getTrackerResults>) => member().call(getTrackerResults, query)
  const dismiss = (trackerId: string, mentionId: string) =>
    member().call(dismissMention, { trackerId, mentionId })
  const restore = (trackerId: string, mentionId: string) =>
    member().call(restoreMention, { trackerId, mentionId })

  async function track(definition: object = { phrases: [{ text: 'price' }] }) {
    const { id: projectId } = await member().call(createProject, { name: 'Interviews' })
    const { id: trackerId } = await member().call(createTracker, { projectId, name: 'Price', ...definition })
    const snippets = async (dismissed: 'true' | 'false' = 'false') =>
      (await results({ trackerId, dismissed })).data.map(({ snippet }) => snippet)
    return {
      projectId,
      trackerId,
      snippets,
      async dismissNth(n: number) {
        const { data } = await results({ trackerId, limit: 200 })
        return dismiss(trackerId, data.toSorted((a, b) => a.start - b.start)[n]!.id)
      },
      async agrees() {
        await settled(app(), projectId)
        assert.deepEqual(
          await mentionsThere(app().db, projectId),
          await freshScan(app().db, matcher, projectId),
        )
        const { kept, counted } = await countersOf(app().db, projectId)
        assert.deepEqual(kept, counted)
      },
    }
  }

  test('a dismissed mention is in no list or count, and can be listed and restored', async () => {
    const { projectId, trackerId, snippets, agrees } = await track()
    const occurredAt = '2026-01-31T12:00:00.000Z'
    const text = 'The price is high.\nAsking price: none.'
    const sourceId = await sources().add({ projectId, text, occurredAt })
    const { id } = (await results({ trackerId })).data[0]!
    const dismissed = await dismiss(trackerId, id)
    assert.deepEqual([dismissed.id, dismissed.dismissed, dismissed.seq], [id, true, 3])
    assert.deepEqual(await dismiss(trackerId, id), dismissed)

    for (const query of [{}, { from: '2026-01-31' }, { sourceId }]) {
      const { data, counts, trend } = await results({ trackerId, ...query })
      assert.deepEqual(
        data.map(({ seq }) => seq),
        [2],
      )
      assert.deepEqual([counts, trend], [{ mentions: 1, sources: 1 }, [{ date: '2026-01-31', count: 1 }]])
      assert.deepEqual((await results({ trackerId, dismissed: 'true', ...query })).data, [dismissed])
    }
    assert.equal((await member().call(listSourceMentions, { sourceId })).data.length, 1)
    assert.equal((await member().call(getProject, { projectId })).counts.mentions, 1)
    await agrees()

    const { cursor } = await results({ trackerId })
    const restored = await restore(trackerId, id)
    assert.deepEqual([restored.id, restored.dismissed, restored.seq], [id, false, 4])
    assert.deepEqual(await restore(trackerId, id), restored)
    assert.deepEqual((await results({ trackerId, after: cursor! })).data, [restored])
    assert.deepEqual(await snippets('true'), [])
    await agrees()
  })

  test('a source whose only mention is dismissed no longer counts', async () => {
    const { projectId, trackerId, dismissNth, agrees } = await track()
    await sources().add({ projectId, text: 'The price.' })
    await dismissNth(0)
    const { counts, trend } = await results({ trackerId })
    assert.deepEqual([counts, trend], [{ mentions: 0, sources: 0 }, []])
    await agrees()
  })

  test('it stays dismissed when the tracker is edited, also if another rule finds the words', async () => {
    const { projectId, trackerId, snippets, dismissNth, agrees } = await track()
    await sources().add({ projectId, text: 'The price is high.\nThe asking price.' })
    await dismissNth(0)
    for (const definition of [
      { phrases: [{ text: 'price', match: 'stem' }] },
      { phrases: [], query: 'price' },
      { phrases: [{ text: 'asking' }], query: null },
      { phrases: [{ text: 'price' }], query: 'price' },
    ] as const) {
      await member().call(updateTracker, { trackerId, ...definition } as never)
      await agrees()
      assert.ok(!(await snippets()).includes('The price is high.'))
    }
    assert.deepEqual(await snippets('true'), ['The price is high.', 'The price is high.'])
  })

  test('the passage of a query stays dismissed when the query is edited', async () => {
    const { projectId, trackerId, snippets, dismissNth, agrees } = await track({ query: 'price AND high' })
    await sources().add({ projectId, text: 'The price is high, they say.' })
    await dismissNth(0)
    await member().call(updateTracker, { trackerId, query: 'price AND high AND they' })
    await agrees()
    assert.deepEqual([await snippets(), (await snippets('true')).length], [[], 1])
  })

  test('it stays dismissed when the source is read again, wherever its sentence is', async () => {
    const { projectId, snippets, dismissNth, agrees } = await track()
    const before = 'The price of fame. A fair price.'
    const id = await sources().add({ projectId, text: before })
    await dismissNth(0)
    for (const text of [
      `An introduction.\n\n${before}`,
      `Indeed, a price. The  price of\tfame. A fair price.\nThe price, at last.`,
      'A fair price.\nTHE PRICE OF FAME!',
    ]) {
      await sources().write(id, projectId, text)
      await agrees()
      const [dismissed, ...others] = await snippets('true')
      assert.match(dismissed!, /of fame/i)
      assert.deepEqual(others, [])
    }
    await sources().write(id, projectId, 'The price of glory. A fair price.')
    assert.deepEqual(await snippets('true'), [])
    await sources().write(id, projectId, before)
    assert.equal((await snippets('true')).length, 1)
    await agrees()
  })

  test('only one of several equal sentences is dismissed, and none in doubt', async () => {
    const { projectId, trackerId, dismissNth, agrees } = await track()
    const id = await sources().add({ projectId, text: 'The price.\nNo.\nThe price.\nYes.\nThe price.' })
    await dismissNth(1)
    const dismissed = async () => {
      await agrees()
      return (await results({ trackerId, dismissed: 'true' })).data.map(({ start }) => start)
    }
    assert.deepEqual(await dismissed(), [19])
    await sources().write(id, projectId, 'The price.\nThe price.\nNo.\nThe price.\nYes.\nThe price.')
    assert.deepEqual(await dismissed(), [30])
    await sources().write(id, projectId, 'The price.\nThen.\nThe price.')
    assert.deepEqual(await dismissed(), [])
  })

  test('a dismissal of one place covers no other in the same sentence', async () => {
    const { projectId, trackerId, dismissNth, agrees } = await track()
    await sources().add({ projectId, text: 'A price for a price for a price.' })
    await dismissNth(1)
    assert.deepEqual(
      (await results({ trackerId })).data.map(({ start }) => start),
      [2, 26],
    )
    await agrees()
  })

  test('a mention of another tracker, or that is gone, is not found', async () => {
    const { projectId, trackerId } = await track()
    const other = await track()
    const sourceId = await sources().add({ projectId, text: 'The price.' })
    const { id } = (await results({ trackerId })).data[0]!
    for (const call of [dismiss, restore]) {
      await refusal(call(other.trackerId, id), 'mention_not_found')
      await refusal(call(trackerId, newId()), 'mention_not_found')
      await refusal(call(newId(), id), 'tracker_not_found')
    }
    await sources().remove(sourceId)
    await refusal(dismiss(trackerId, id), 'mention_not_found')
    await member().call(deleteTracker, { trackerId })
    await refusal(dismiss(trackerId, id), 'tracker_not_found')
  })
})
