import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  createProject,
  createTracker,
  deleteSource,
  getSourceText,
  getTracker,
  getTrackerResults,
  type Input,
  listSourceMentions,
  previewTracker,
  updateTracker,
} from '#contract'
import { newId } from '#platform'
import { onEachDatabase, refusal, testOrigin, until } from '#testing'
import { createMatcher, type Matcher } from '../../matching/matcher.ts'
import { sourcesOn } from '../testing/sources.ts'
import { settled } from '../testing/trackers.ts'

onEachDatabase('results of trackers', (app) => {
  let matcher: Matcher
  before(() => {
    matcher = createMatcher()
  })
  after(() => matcher.stop())
  const member = () => app().as('member')
  const sources = () => sourcesOn(app(), matcher)
  const results = (query: Input<typeof getTrackerResults>) => member().call(getTrackerResults, query)
  const addProject = async () => (await member().call(createProject, { name: 'Interviews' })).id
  async function track(projectId: string, definition: object = { phrases: [{ text: 'price' }] }) {
    const { id } = await member().call(createTracker, { projectId, name: 'Price', ...definition })
    await settled(app(), projectId)
    return id
  }

  test('a mention shows what matched, its place, speaker and time', async () => {
    const projectId = await addProject()
    const trackerId = await track(projectId)
    const text = 'Grace: 👩‍👧 So I said:\r\nAda: The  price\r\nGrace: is  high'
    const sourceId = await sources().add({
      projectId,
      title: 'Call with Ada',
      text,
      occurredAt: '2026-01-31T23:30:00.000Z',
    })
    const { data, counts, trend } = await results({ trackerId })
    const [{ id, detectedAt, ...mention }] = data as [(typeof data)[0]]
    assert.deepEqual(mention, {
      seq: 1,
      trackerId,
      sourceId,
      sourceTitle: 'Call with Ada',
      rule: 'price',
      text: 'price',
      start: text.indexOf('price'),
      end: text.indexOf('price') + 5,
      snippet: 'Ada: The price',
      highlights: [[9, 14]],
      speaker: 'Ada',
      startMs: text.indexOf('Ada:') * 1000,
      sentiment: null,
      occurredAt: '2026-01-31T23:30:00.000Z',
      dismissed: false,
    })
    assert.deepEqual(data.length, 1)
    assert.deepEqual(counts, { mentions: 1, sources: 1 })
    assert.deepEqual(trend, [{ date: '2026-01-31', count: 1 }])
    const whole = await member().call(getSourceText, { sourceId })
    assert.equal(whole.text.slice(mention.start, mention.end), mention.text)
  })

  test('a new or changed tracker is matched with existing sources, and mentions that remain do not change', async () => {
    const projectId = await addProject()
    for (const n of [1, 2, 3]) await sources().add({ projectId, text: `The price of ${n} is high.` })
    const trackerId = await track(projectId)
    const before = await results({ trackerId })
    assert.deepEqual(before.counts, { mentions: 3, sources: 3 })
    const changed = await member().call(updateTracker, {
      trackerId,
      phrases: [{ text: 'high' }, { text: 'price' }],
    })
    assert.deepEqual(changed.backfill, { done: 0, total: 3 })
    assert.deepEqual(changed.counts, { mentions: 3, sources: 3 })
    await settled(app(), projectId)
    assert.deepEqual((await results({ trackerId })).data.slice(0, 3), before.data)
    const since = await results({ trackerId, after: before.cursor! })
    assert.deepEqual(
      since.data.map(({ seq, text }) => [seq, text]),
      [4, 5, 6].map((seq) => [seq, 'high']),
    )
    await member().call(updateTracker, { trackerId, phrases: [{ text: 'high' }] })
    await settled(app(), projectId)
    assert.deepEqual((await results({ trackerId })).data, since.data)
    const renamed = await member().call(updateTracker, { trackerId, name: 'Height' })
    assert.equal(renamed.backfill, null)
  })

  test('a cursor stays valid when earlier mentions are removed, and returns only new ones', async () => {
    const projectId = await addProject()
    const trackerId = await track(projectId)
    const empty = await results({ trackerId })
    assert.deepEqual(empty.data, [])
    const first = await sources().add({ projectId, text: 'A price.\nOne more price.' })
    const second = await sources().add({ projectId, text: 'Another price.' })
    const page = await results({ trackerId, after: empty.cursor!, limit: 2 })
    assert.deepEqual(
      page.data.map(({ seq }) => seq),
      [1, 2],
    )
    await sources().remove(first)
    await sources().write(second, projectId, 'Another high price.')
    const next = await results({ trackerId, after: page.cursor! })
    assert.deepEqual(
      next.data.map(({ seq, start }) => [seq, start]),
      [[4, 13]],
    )
    const last = await results({ trackerId, after: next.cursor! })
    assert.deepEqual([last.data, last.cursor], [[], next.cursor])
    assert.deepEqual((await results({ trackerId, after: page.cursor! })).data, next.data)
  })

  test('mentions can be listed newest first, and the pages end', async () => {
    const projectId = await addProject()
    const trackerId = await track(projectId)
    await sources().add({ projectId, text: 'price '.repeat(5) })
    const seqs: number[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const page = await results({ trackerId, order: 'newest', limit: 2, ...(after && { after }) })
      seqs.push(...page.data.map(({ seq }) => seq))
      after = page.cursor
      await sources().add({ projectId, text: 'Too late, price.' })
    }
    assert.deepEqual(seqs, [5, 4, 3, 2, 1])
  })

  test('a page has up to two hundred mentions, and the next continues after it', async () => {
    const projectId = await addProject()
    const trackerId = await track(projectId)
    await sources().add({ projectId, text: 'price '.repeat(450) })
    const pages: number[] = []
    for (let after: string | undefined; pages.at(-1) !== 0; ) {
      const { data, cursor, counts } = await results({ trackerId, limit: 200, ...(after && { after }) })
      assert.equal(counts.mentions, 450)
      assert.equal(data[0]?.seq ?? 451, pages.reduce((sum, length) => sum + length, 0) + 1)
      pages.push(data.length)
      after = cursor!
    }
    assert.deepEqual(pages, [200, 200, 50, 0])
    await refusal(results({ trackerId, limit: 201 }), 'validation_failed')
  })

  test('a cursor of another tracker or order is rejected, and so is an invalid one', async () => {
    const projectId = await addProject()
    const [trackerId, other] = [await track(projectId), await track(projectId)]
    await sources().add({ projectId, text: 'A price, and another price.' })
    const { cursor } = await results({ trackerId })
    const { cursor: back } = await results({ trackerId, order: 'newest', limit: 1 })
    for (const wrong of [
      { trackerId: other, after: cursor! },
      { trackerId, after: back! },
      { trackerId, after: 'nonsense' },
      { trackerId, after: Buffer.from(`["${trackerId}","oldest",1e99]`).toString('base64url') },
    ]) {
      const { errors } = await refusal(results(wrong), 'validation_failed')
      assert.equal(errors?.[0]?.path, 'after')
    }
  })

  test('a range of days filters mentions, counts and trend, and follows changes of the sources', async () => {
    const projectId = await addProject()
    const trackerId = await track(projectId)
    const add = (occurredAt: string, text: string) => sources().add({ projectId, text, occurredAt })
    const moving = await add('2026-01-31T23:59:59.999Z', 'A price.')
    await add('2026-02-01T00:00:00.000Z', 'A price, and a price.')
    await add('2026-02-03T12:00:00.000Z', 'A price.')
    const of = async (days: { from?: string; to?: string }) => {
      const { data, counts, trend } = await results({ trackerId, ...days })
      return [
        data.map(({ seq }) => seq),
        counts.mentions,
        counts.sources,
        trend.map(({ date }) => date.slice(5)),
      ]
    }
    assert.deepEqual(await of({}), [[1, 2, 3, 4], 4, 3, ['01-31', '02-01', '02-03']])
    assert.deepEqual(await of({ from: '2026-02-01' }), [[2, 3, 4], 3, 2, ['02-01', '02-03']])
    assert.deepEqual(await of({ to: '2026-02-01' }), [[1, 2, 3], 3, 2, ['01-31', '02-01']])
    assert.deepEqual(await of({ from: '2026-02-01', to: '2026-02-02' }), [[2, 3], 2, 1, ['02-01']])
    assert.deepEqual(await of({ from: '2027-01-01' }), [[], 0, 0, []])
    await sources().move(moving, '2026-02-02T10:00:00.000Z')
    assert.deepEqual(await of({ from: '2026-02-01', to: '2026-02-02' }), [
      [1, 2, 3],
      3,
      2,
      ['02-01', '02-02'],
    ])
    const paged = await results({ trackerId, from: '2026-02-01', to: '2026-02-02', limit: 2 })
    const rest = await results({ trackerId, from: '2026-02-01', to: '2026-02-02', after: paged.cursor! })
    assert.deepEqual(
      [...paged.data, ...rest.data].map(({ seq }) => seq),
      [1, 2, 3],
    )
    const { errors } = await refusal(
      results({ trackerId, from: '2026-02-02', to: '2026-02-01' }),
      'validation_failed',
    )
    assert.equal(errors?.[0]?.path, 'to')
  })

  test('the mentions of one source are listed for one tracker, or for all in the order of the text', async () => {
    const projectId = await addProject()
    const [price, high] = [await track(projectId), await track(projectId, { phrases: [{ text: 'high' }] })]
    const sourceId = await sources().add({ projectId, text: 'A high price.\nA price too high.' })
    await sources().add({ projectId, text: 'Another high price.' })
    const { data, counts } = await results({ trackerId: price, sourceId })
    assert.deepEqual([data.map(({ start }) => start), counts.mentions], [[7, 16], 3])
    assert.deepEqual((await results({ trackerId: price, sourceId: newId() })).data, [])
    const starts: [string, number][] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await member().call(listSourceMentions, { sourceId, limit: 3, ...(cursor && { cursor }) })
      starts.push(...page.data.map(({ trackerId, start }): [string, number] => [trackerId, start]))
      cursor = page.nextCursor
    }
    assert.deepEqual(starts, [
      [high, 2],
      [price, 7],
      [price, 16],
      [high, 26],
    ])
    await refusal(member().call(listSourceMentions, { sourceId, cursor: 'nonsense' }), 'validation_failed')
    await member().call(deleteSource, { sourceId })
    await refusal(member().call(listSourceMentions, { sourceId }), 'source_not_found')
    assert.deepEqual((await member().call(getTracker, { trackerId: price })).counts, {
      mentions: 1,
      sources: 1,
    })
  })

  test('a preview shows what a tracker would find, the newest first, and stores nothing', async () => {
    const projectId = await addProject()
    const search = (definition: object) => member().call(previewTracker, { projectId, ...definition })
    assert.deepEqual(await search({ query: 'price' }), {
      counts: { mentions: 0, sources: 0 },
      searched: { sources: 0, of: 0 },
      sample: [],
    })
    await sources().add({ projectId, title: 'First', text: 'price '.repeat(60) })
    await sources().add({ projectId, title: 'Second', text: 'Nothing.' })
    await sources().add({ projectId, title: 'Third', text: 'The high price.' })
    // A busy machine may not search all of them within the time that there is.
    const { counts, searched, sample } = await until(
      () => search({ phrases: [{ text: 'price' }] }),
      ({ searched }) => searched.sources === searched.of,
    )
    assert.deepEqual(
      [counts, searched],
      [
        { mentions: 61, sources: 2 },
        { sources: 3, of: 3 },
      ],
    )
    assert.deepEqual([sample.length, sample[0]?.sourceTitle, sample[1]?.sourceTitle], [20, 'Third', 'First'])
    assert.equal(sample[0]?.snippet, 'The high price.')
    const trackerId = await track(projectId)
    assert.deepEqual((await member().call(getTracker, { trackerId })).counts, counts)
  })

  test('for a chat, results come as Markdown in which sources cannot do anything', async () => {
    const projectId = await addProject()
    const trackerId = await track(projectId)
    const ask = async (query = '') => {
      const answer = await app().fetch(`/api/trackers/${trackerId}/results${query}`, {
        headers: { ...app().people.member.headers, accept: 'text/markdown' },
      })
      assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8')
      return answer.text()
    }
    assert.equal(await ask(), '## Price\n\n**0 mentions** in 0 sources\n\nNothing to show.\n')
    const sourceId = await sources().add({
      projectId,
      title: '[x](evil) <b>',
      text: 'Ada: # the price](http://evil) **is** <img> @all\nThe price',
      occurredAt: '2026-01-31T10:00:00.000Z',
    })
    const link = `${testOrigin}/projects/${projectId}/sources/${sourceId}`
    assert.equal(
      await ask('?from=2026-01-01'),
      `## Price

**2 mentions** in 1 source since 2026-01-01

> Ada: \\# the **price**\\]\\(http://evil\\) \\*\\*is\\*\\* &lt;img&gt; @all
>
> — Ada, [\\[x\\]\\(evil\\) &lt;b&gt;](${link}?at=11-16), 0:00, 2026-01-31

> The **price**
>
> — [\\[x\\]\\(evil\\) &lt;b&gt;](${link}?at=53-58), 2026-01-31
`,
    )
  })
})
