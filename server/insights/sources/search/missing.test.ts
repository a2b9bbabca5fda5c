import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type SearchHit, searchProject } from '#contract'
import { onDatabase } from '#testing'
import { newProject, read } from '../testing/uploads.ts'

/** Longer than two passages that are joined. */
const filler = 'Something else was talked over at length, and then again from the start. '.repeat(15)

onDatabase('searches for more than a text has', (app) => {
  let projectId: string
  const find = async (q: string, query: { speaker?: string } = {}) =>
    (
      await app()
        .as('member')
        .call(searchProject, { projectId, q, ...query })
    ).data
  const found = async (q: string) =>
    (await find(q)).map(({ sourceTitle, missing }) => [sourceTitle, ...missing])

  before(async () => {
    projectId = await newProject(app())
    const texts = {
      english: [
        'en',
        'The waiting room was crowded, and nobody told us how long it would take. Lunch was fine.',
      ],
      german: ['de', 'Der Parkplatz vor dem Haus ist viel zu teuer, und abends wird es dort dunkel.'],
      french: ['fr', 'Une longue attente au guichet, et personne pour nous renseigner ce jour-là.'],
      chinese: ['zh', '停车费太高了,我们每次都要付很多钱。'],
      polish: ['pl', 'Kolejka w rejestracji jest za długa, a telefon milczy przez cały dzień.'],
    } as const
    for (const [title, [language, text]] of Object.entries(texts))
      await read(app(), { projectId, title, language, text })
  })

  for (const [q, title, ...missing] of [
    ['What do patients think about the crowded waiting rooms?', 'english', 'patients', 'think'],
    ['what’s wrong with lunch', 'english', 'wrong'],
    ['Warum finden Besucher die Parkplätze teuer?', 'german', 'finden', 'Besucher'],
    ['Qu’est-ce que les gens disent de l’attente ?', 'french', 'gens', 'disent'],
    ['大家对停车费怎么看', 'chinese', '看'],
    ['Dlaczego kolejki są za długie?', 'polish'],
  ] as const) {
    test(`“${q}” finds the ${title} text`, async () => {
      assert.deepEqual((await found(q))[0], [title, ...missing])
    })
  }

  test('quoted words are required and excluded ones exclude, however many other words a text has', async () => {
    assert.deepEqual(await found('"crowded room" waiting lunch'), [])
    assert.deepEqual(await found('"waiting room" parking Lunch'), [['english', 'parking']])
    assert.deepEqual(await found('waiting parking lunch -crowded'), [])
    assert.deepEqual(await found('parking unicorn or lunch'), [['english']])
    assert.deepEqual(await found('Lunch unicorn "unicorn"'), [])
    assert.deepEqual(await found('unicorns, UNICORN or Lunches? Unicorn!'), [['english', 'Unicorn']])
  })

  test('texts with all words come first, then those with most, then those with the rarest, on any page size', async () => {
    const words = ['people', 'expensive', 'parking', 'pharmacy']
    const subsets = Array.from({ length: 2 ** words.length }, (_, bits) =>
      words.filter((_, n) => bits & (2 ** n)),
    )
    const other = await newProject(app())
    const text = subsets.map((subset) => `${subset.join(' ')}. ${filler}`).join('\n\n')
    await read(app(), { projectId: other, title: 'All', language: 'en', text })
    const q = `${words.join(' ')}?`
    const hits: SearchHit[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { projectId: other, q, limit: 4, ...(cursor && { cursor }) }
      const page: { data: SearchHit[]; nextCursor: string | null } = await app()
        .as('member')
        .call(searchProject, query)
      hits.push(...page.data)
      cursor = page.nextCursor
    }

    assert.deepEqual(
      hits.map(({ missing }) => missing.length),
      [0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3],
    )
    for (const { snippet, highlights, missing } of hits)
      assert.deepEqual(
        [...missing, ...highlights.map(([from, to]) => snippet.slice(from, to))].sort(),
        words.toSorted(),
      )
    assert.ok(hits.every(({ score }, n) => n === 0 || score <= hits[n - 1]!.score))
    // Everybody says “people”, so what lacks only that is the best of those that lack a word.
    assert.deepEqual([hits[1]!.missing, hits[14]!.missing], [['people'], words.slice(1)])
    assert.equal(new Set(hits.map(({ start }) => start)).size, hits.length)
  })

  test('a hit lists what its own speaker did not say', async () => {
    const other = await newProject(app())
    const text = 'Ada: The garage was clean.\nBob: It was far too expensive for me.\nAda: I see.'
    await read(app(), { projectId: other, title: 'Call', kind: 'transcript', language: 'en', text })
    const query = { projectId: other, q: 'expensive clean garage' }
    const { data } = await app().as('member').call(searchProject, query)
    assert.deepEqual(
      data.map(({ speaker, missing }) => [speaker, missing]),
      [['Ada', ['expensive']]],
    )
  })

  test('a search for a hundred words is answered', async () => {
    const q = Array.from({ length: 100 }, (_, n) => `w${n}`).join(' ')
    assert.deepEqual(await found(`${q} lunch`), [['english', ...q.split(' ')]])
  })
})
