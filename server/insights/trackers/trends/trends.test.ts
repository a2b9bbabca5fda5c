import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  createProject,
  createTracker,
  dismissMention,
  getTrackerResults,
  getTrends,
  type Input,
  trendKeys,
  updateSource,
} from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal } from '#testing'
import { createMatcher, type Matcher } from '../../matching/matcher.ts'
import { sourcesOn } from '../testing/sources.ts'

onDatabase('trends', (app) => {
  let matcher: Matcher
  before(() => {
    matcher = createMatcher()
  })
  after(() => matcher.stop())
  const member = () => app().as('member')

  async function setUp() {
    const { id: projectId } = await member().call(createProject, { name: 'Interviews' })
    const track = async (phrase: string) =>
      (await member().call(createTracker, { projectId, name: phrase, phrases: [{ text: phrase }] })).id
    const [price, support] = [await track('price'), await track('support')]
    return {
      projectId,
      price,
      support,
      async add(text: string, details: object = {}) {
        const sourceId = await sourcesOn(app(), matcher).add({ projectId, text })
        await member().call(updateSource, { sourceId, occurredAt: '2026-03-02T12:00:00Z', ...details })
        return sourceId
      },
      async trends(query: Partial<Input<typeof getTrends>> = {}) {
        const { data, rest, countedFrom } = await member().call(getTrends, { projectId, ...query })
        assert.equal(countedFrom, null)
        const named = (counts: Record<string, number>) => [counts[price] ?? 0, counts[support] ?? 0]
        return [...data.map(({ key, counts }) => [key, ...named(counts)]), [rest.keys, ...named(rest.counts)]]
      },
    }
  }

  test('trackers are compared by week, tag, speaker, author, kind and sentiment, and each bar has its mentions', async () => {
    const { price, add, trends } = await setUp()
    await add('Ada: price, price.\nGrace: support', { tags: ['beta', 'pro'], author: 'Kim' })
    await add('Ada: price', { occurredAt: '2026-03-08T23:59:59Z', tags: ['beta'] })
    await add('A price and support', { occurredAt: '2026-03-09T00:00:00Z', author: 'Lee' })
    assert.deepEqual(await trends(), [
      ['2026-03-02', 3, 1],
      ['2026-03-09', 1, 1],
      [0, 0, 0],
    ])
    const expected = {
      tag: [
        ['beta', 3, 1],
        ['pro', 2, 1],
        [null, 1, 1],
      ],
      speaker: [
        ['Ada', 3, 0],
        [null, 1, 1],
        ['Grace', 0, 1],
      ],
      author: [
        ['Kim', 2, 1],
        ['Lee', 1, 1],
        [null, 1, 0],
      ],
      kind: [['text', 4, 2]],
      sentiment: [
        [null, 3, 0],
        ['positive', 1, 2],
      ],
    } as const
    for (const [by, rows] of Object.entries(expected)) {
      assert.deepEqual(await trends({ by: by as 'tag' }), [...rows, [0, 0, 0]], by)
      for (const [key, count] of rows) {
        const { data } = await member().call(getTrackerResults, { trackerId: price, [by]: key ?? '' })
        assert.equal(data.length, count, `${by} ${key}`)
      }
    }
    assert.deepEqual(await trends({ trackers: price, by: 'kind', from: '2026-03-09' }), [
      ['text', 1, 0],
      [0, 0, 0],
    ])
  })

  test('dismissed mentions are in no trend', async () => {
    const { price, add, trends } = await setUp()
    await add('A price.\nA fair price.')
    const { data } = await member().call(getTrackerResults, { trackerId: price })
    await member().call(dismissMention, { trackerId: price, mentionId: data[0]!.id })
    for (const by of trendKeys) assert.deepEqual((await trends({ by }))[0]?.slice(1), [1, 0])
  })

  test('the most frequent keys are listed, and the rest is stated', async () => {
    const { add, trends } = await setUp()
    const lines = Array.from({ length: 23 }, (_, n) => `Speaker${n}: ${n < 20 ? 'price price' : 'price'}`)
    await add(lines.join('\n'))
    const found = await trends({ by: 'speaker' })
    assert.equal(found.length, 21)
    assert.deepEqual(found.at(-1), [3, 3, 0])
  })

  test('unknown trackers, those of other projects and invalid lists are rejected', async () => {
    const [{ projectId, price }, other] = [await setUp(), await setUp()]
    const call = (query: object) => member().call(getTrends, { projectId, ...query } as never)
    await refusal(call({ trackers: `${price},${other.price}` }), 'tracker_not_found')
    await refusal(call({ projectId: newId() }), 'project_not_found')
    for (const [query, path] of [
      [{ trackers: 'nonsense' }, 'trackers'],
      [{ trackers: Array.from({ length: 51 }, newId).join() }, 'trackers'],
      [{ by: 'colour' }, 'by'],
      [{ from: '2026-02-02', to: '2026-02-01' }, 'to'],
    ] as const)
      assert.equal((await refusal(call(query), 'validation_failed')).errors?.[0]?.path, path)
  })
})
