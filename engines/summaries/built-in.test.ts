import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SkillInput } from '#rules/run'
import type { Segment } from '#rules/source-text'
import { cases } from '../../scripts/test/full.ts'
import type { Analysis } from './analysis.ts'
import { NothingToSay } from './analysis.ts'
import type { Draft, Quote } from './draft.ts'
import { ground } from './grounding.ts'
import { createSentiment } from './sentiment.ts'
import type { SourceText } from './source-text.ts'
import { createSummary } from './summarize.ts'
import { paragraphs } from './testing/paragraphs.ts'
import { createThemes } from './themes.ts'

const skills = { summarize: createSummary, themes: createThemes, sentiment: createSentiment }

const english = [
  'We moved to the new planner in March. The shared calendar lost half of our recurring meetings, and nobody told us. Dr. Klein helped us a lot.\n\nNotifications are the worst part. They come in the middle of the night. I like the search very much.',
  'The shared calendar at work is a mess. I get notifications at ten in the evening and I hate that. The search is good, I have to say.',
  'Recurring meetings disappear after the time change. Our whole team depends on the shared calendar.',
  'Love the search! Too many notifications, and no way to set quiet hours. Great support team, friendly and quick.',
]
const german = [
  'Die Lieferung kam drei Wochen zu spät, und niemand hat auf meine E-Mails geantwortet. Der Akku des Telefons ist hervorragend.',
  'Der Kundendienst hat sich nach der verspäteten Lieferung entschuldigt. Mit dem Akku bin ich zufrieden, die Kamera enttäuscht im Dunkeln.',
  'Die Kamera macht bei Nacht schlechte Bilder. Der Akku hält lange. Die Lieferungen waren pünktlich.',
]
const french = [
  'La qualité de l’air dans l’école inquiète les parents. La ventilation est en panne depuis l’hiver.',
  'Nous demandons une mesure de la qualité de l’air chaque mois. La ventilation doit être réparée.',
]
const spanish = [
  'Las listas de espera son demasiado largas. Esperé seis meses para una cita con el especialista.',
  'Tras la cita, el especialista explicó todo con calma. Las listas de espera siguen creciendo.',
]
const chinese = [
  '酒店的早餐很丰富，我很喜欢这里的茶。',
  '早餐的种类太少了，茶也是冷的。',
  '晚上的噪音很大，我们没有睡好。',
  '这个房间的噪音是最大的，可是茶很好喝。',
]
const japanese = [
  '通知が多すぎて困っています。',
  '大事な予定の通知が届きませんでした。',
  'この料金は高いと思います。予定を共有できます。',
  '料金がまた上がりました。',
]

test('a summary quotes several sources, and repeats nothing', () => {
  const { markdown, citations, data } = outputOf(createSummary, english, 'en', { sentences: 6 })
  assert.equal(citations.length, 6)
  assert.equal(new Set(citations.map(({ sourceId }) => sourceId)).size, 4)
  assert.match(markdown, /^## What 4 sources say\n/)
  for (const topic of ['calendar', 'notifications']) assert.match(markdown.toLowerCase(), new RegExp(topic))
  const groups = data.groups as { sentences: { text: string; citations: number[] }[] }[]
  assert.equal(groups.flatMap(({ sentences }) => sentences).length, 6)
})

test('a summary with a question begins with what is relevant to it', () => {
  const question = 'What do people say about notifications?'
  const { citations } = outputOf(createSummary, english, 'en', { sentences: 3, question })
  for (const { quote } of citations) assert.match(quote, /notifications/i)
})

test('the same words in many sources are quoted once', () => {
  const { citations } = outputOf(createSummary, Array(30).fill(english[2]), 'en', { sentences: 10 })
  assert.equal(new Set(citations.map(({ quote }) => quote)).size, citations.length)
})

const recurring: [string, string[], string, string[]][] = [
  ['English', english, 'en', ['Shared calendar', 'Recurring meetings', 'Notifications', 'Search', 'Team']],
  ['German, where compounds and endings differ', german, 'de', ['Akku', 'Lieferung', 'Kamera']],
  ['French', french, 'fr', ['Qualité de l’air', 'Ventilation']],
  ['Spanish', spanish, 'es', ['Listas de espera', 'Cita', 'Especialista']],
  ['Chinese, where words can be one character', chinese, 'zh', ['早餐', '噪音', '茶']],
  ['Japanese', japanese, 'ja', ['通知', '予定', '料金']],
]
for (const [what, texts, language, wanted] of recurring) {
  for (const known of [language, null]) {
    test(`themes are found in ${what}${known ? '' : ', also where the language was not recognized'}`, () => {
      const { data } = outputOf(createThemes, texts, known, {})
      const phrases = (data.themes as { phrase: string }[]).map(({ phrase }) => phrase)
      assert.deepEqual(phrases.toSorted(), wanted.toSorted())
    })
  }
}

test('units of time and money are no topics', () => {
  const texts = [
    'We waited three weeks for the delivery. It cost forty euros.',
    'The delivery took two weeks, and the return another week.',
    'Weeks later the delivery came. Nobody refunded the ten euros.',
  ]
  const { data } = outputOf(createThemes, texts, 'en', {})
  const phrases = (data.themes as { phrase: string }[]).map(({ phrase }) => phrase)
  assert.deepEqual(phrases, ['Delivery'])
})

test('a summary does not quote how someone introduces themselves', () => {
  const said = [
    'I am Helen Powell, director of transport at the county council.',
    'The council pays a fifth more for transport than three years ago.',
    'The director of the council bought six buses for the county.',
  ]
  const text = said.join('\n\n')
  const segments = paragraphs(text).map((segment) => ({ ...segment, speaker: 'Ms Powell' }))
  const analysis = createSummary({ sentences: 2 }, 1)
  analysis.read({ ...sourcesOf([text], 'en')[0]!, segments })
  const { citations } = ground(analysis.finish({ read: 1, total: 1 }), () => true)!
  assert.deepEqual(citations.map(({ quote }) => quote).toSorted(), said.slice(1).toSorted())
})

test('rows of a table are read by their values: names of columns and categories are no topics and not quoted', () => {
  const rows = english.flatMap((text, n) =>
    text
      .split(/(?<=[.!]) /)
      .map((answer) => `Team: ${n % 2 ? 'Sales' : 'Support'}\nWhat should we change?: ${answer}`),
  )
  const text = rows.join('\n\n')
  const segments = paragraphs(text).map((segment) => ({ ...segment, kind: 'row' as const }))
  const outputs = [createSummary({}, 1), createThemes({}, 1)].map((analysis) => {
    analysis.read({ ...sourcesOf([text], 'en')[0]!, segments })
    return ground(analysis.finish({ read: 1, total: 1 }), () => true)!
  })
  for (const { citations, markdown } of outputs) {
    for (const { quote } of citations) assert.doesNotMatch(quote, /Team:|What should/)
    assert.doesNotMatch(markdown, /^### (?:Sales|Support|Change)/m)
  }
})

test('a theme counts its mentions and sources in all its forms, and quotes some of them', () => {
  const { data, citations } = outputOf(createThemes, german, 'de', {})
  const [theme] = data.themes as { phrase: string; mentions: number; sources: number; citations: number[] }[]
  assert.ok(theme)
  const lieferung = (data.themes as (typeof theme)[]).find(({ phrase }) => phrase === 'Lieferung')!
  assert.deepEqual([lieferung.mentions, lieferung.sources, lieferung.citations.length], [3, 3, 3])
  for (const number of lieferung.citations) assert.match(citations[number - 1]!.quote, /Lieferung/)
})

test('themes distinguish the material: no general words, fillers, numbers or speakers', () => {
  const said = [
    'Hmm, look, the late deliveries are a problem for people here.',
    'Yeah, so people look at the tracking page twenty five times.',
    'Deliveries are late again, and people call Anna.',
    'Um, look, the tracking page is broken, twenty five people say so.',
    'Anna says that a late delivery costs us a customer.',
  ]
  const text = said.join('\n\n')
  const segments = paragraphs(text).map((segment) => ({ ...segment, speaker: 'Anna' }))
  const analysis = createThemes({}, 1)
  const source = { ...sourcesOf([text], 'en')[0]!, segments }
  analysis.read(source)
  const { data } = analysis.finish({ read: 1, total: 1 })
  const themes = data.themes as { phrase: string; mentions: number }[]
  assert.deepEqual(
    themes.map(({ phrase, mentions }) => [phrase, mentions]),
    [
      ['Late delivery', 3],
      ['Tracking page', 2],
    ],
  )
})

test('sentiment is judged per source and over time, and other languages are listed as not judged', () => {
  const texts = [
    'The service was wonderful and the people were great. I love it.',
    'This is a terrible product. I hate the awful noise.',
    ...german.slice(0, 1),
  ]
  const { markdown, data, citations } = outputOf(createSentiment, texts, null, {})
  assert.match(markdown, /^## How 2 of 3 sources sound \(not judged: 1 in German\)\n/)
  assert.deepEqual(data.sourcesNotJudged, { de: 1 })
  const periods = data.periods as { period: string; score: number; citations: number[] }[]
  assert.deepEqual(
    periods.map(({ period }) => period),
    ['2026-01-01', '2026-01-02'],
  )
  assert.ok(periods[0]!.score > 0.3 && periods[1]!.score < -0.3)
  assert.match(citations[periods[0]!.citations[0]! - 1]!.quote, /wonderful|love/)
  const sources = data.sources as { sourceId: string; positive: number; negative: number }[]
  assert.deepEqual(
    sources.map(({ sourceId, positive, negative }) => [sourceId, positive, negative]).toSorted(),
    [
      ['0', 2, 0],
      ['1', 0, 2],
    ],
  )
})

test('sentences that indicate neither side are not judged, and change no share or score', () => {
  const plain = 'The meeting is on Monday. We have twelve rooms. The bus leaves at nine.'
  const praise = 'I love it. The food was terrible.'
  const { data, markdown } = outputOf(createSentiment, [`${praise} ${plain}`, plain], 'en', {})
  const { citations, ...overall } = data.overall as { citations: number[] }
  assert.equal(citations.length, 2)
  assert.deepEqual(overall, {
    score: 0.0801,
    ...{ sentences: 8, positive: 1, neutral: 0, negative: 1, notJudged: 6 },
  })
  const [, neither] = data.sources as { score: number | null; notJudged: number; citations: number[] }[]
  assert.deepEqual([neither!.score, neither!.notJudged, neither!.citations.length], [null, 3, 1])
  assert.match(markdown, /^## How 1 of 2 sources sounds \(not judged: 1 without a tone\)\n/)
  assert.match(
    markdown,
    /Of 8 sentences, 6 are not judged, because nothing in them indicates either side\. .*Of the rest, 50% are positive, 0% neutral and 50% negative: rather positive, \+0\.08 on/,
  )
  assert.match(markdown, /\| Source 0 \| \+0\.08 \| 1 \| 0 \| 1 \| 3 \|/)
  assert.match(markdown, /\| Source 1 \| Not judged \| 0 \| 0 \| 0 \| 3 \|/)
})

test('in a transcript, fillers are not praise', () => {
  const analysis = createSentiment({})
  const [source] = sourcesOf(['It was, like, on Monday. Okay, so we moved. This is awful.'], 'en')
  const segments = source!.segments.map((segment) => ({ ...segment, kind: 'turn' as const, speaker: 'Ada' }))
  analysis.read({ ...source!, segments })
  const { overall } = analysis.finish({ read: 1, total: 1 }).data as {
    overall: { notJudged: number; negative: number }
  }
  assert.deepEqual([overall.notJudged, overall.negative], [2, 1])
})

const unjudged: [string, string[], string, RegExp][] = [
  ['in a language without a lexicon', german, 'de', /English only. Of 3 sources, not judged: 3 in German/],
  ['where nothing indicates a side', ['We met on Monday.'], 'en', /^Nothing in the sentences indicates/],
]
for (const [what, texts, language, reason] of unjudged) {
  test(`if nothing can be judged ${what}, the reason is stated`, () => {
    assert.throws(
      () => outputOf(createSentiment, texts, language, {}),
      (error) => error instanceof NothingToSay && reason.test(error.message),
    )
  })
}

/** Pieces that are awkward to cut, in every order. */
const pieces = fc.constantFrom(
  ...[...english, ...german, ...french].flatMap((text) => text.split(/(?<=\.) /)),
  '😀',
  '👩‍👩‍👧‍👦',
  '🇩🇪🇫🇷',
  'e\u0301',
  '\r\n',
  '\n\n',
  '\n',
  '  ',
  '\u00a0',
  '\u2029',
  '。',
  '电池很好。相机在夜间效果很差',
  'مرحبا بالعالم.',
  'שלום עולם',
  'สวัสดีชาวโลก',
  '"',
  '“',
  '- ',
  '| a | b |',
  '# ',
  '[1]',
  'x'.repeat(900),
  'ab '.repeat(300),
  '😀'.repeat(300),
  'z\u0327\u0301'.repeat(200),
  'Dr. ',
  'z. B. ',
  '1. ',
  'A. B. C. ',
  '...',
  '?!',
)
const texts = fc.array(
  fc.array(pieces, { minLength: 1, maxLength: 25 }).map((list) => list.join(' ')),
  { minLength: 1, maxLength: 6 },
)
const languages = fc.constantFrom(null, 'en', 'de', 'fr', 'es', 'zh', 'ar', 'th', 'el', 'xx')

for (const [name, create] of Object.entries(skills)) {
  test(`${name}: of whatever sources, every quotation is verbatim, and the same comes out each time`, () => {
    fc.assert(
      fc.property(
        texts,
        languages,
        fc.option(pieces, { nil: undefined }),
        fc.integer({ min: 1, max: 50 }),
        (given, language, question, sentences) => {
          const input = { sentences, ...(question && { question }) }
          const [first, again] = [1, 2].map(() => draftOf(create, given, language, input))
          assert.deepEqual(first, again)
          if (!first) return
          const sources = new Map(sourcesOf(given, language).map((source) => [source.id, source]))
          const quotes = quotesIn(first)
          assert.ok(quotes.length > 0)
          for (const { sourceId, start, end, quote } of quotes) {
            assert.equal(sources.get(sourceId)!.text.slice(start, end), quote)
            assert.ok(quote.isWellFormed() && quote === quote.trim() && quote.length <= 450)
          }
        },
      ),
      { numRuns: cases(120) },
    )
  })
}

function sourcesOf(given: string[], language: string | null): SourceText[] {
  return given.map((text, n) => ({
    id: String(n),
    title: `Source ${n}`,
    language,
    occurredAt: `2026-01-0${(n % 9) + 1}T00:00:00.000Z`,
    reading: 'now',
    text,
    segments: paragraphs(text) satisfies Segment[],
  }))
}

type Create = (input: SkillInput, expected: number) => Analysis

function draftOf(create: Create, given: string[], language: string | null, input: SkillInput): Draft | null {
  const analysis = create(input, given.length)
  for (const source of sourcesOf(given, language)) analysis.read(source)
  try {
    return analysis.finish({ read: given.length, total: given.length })
  } catch (error) {
    if (error instanceof NothingToSay) return null
    throw error
  }
}

function outputOf(create: Create, given: string[], language: string | null, input: SkillInput) {
  const analysis = create(input, given.length)
  for (const source of sourcesOf(given, language)) analysis.read(source)
  const draft = analysis.finish({ read: given.length, total: given.length })
  return ground(
    draft,
    ({ sourceId, start, end, quote }) => given[Number(sourceId)]!.slice(start, end) === quote,
  )!
}

function quotesIn(draft: Draft): Quote[] {
  return draft.blocks.flatMap((block) =>
    block.kind === 'heading' ? [] : block.statements.flatMap(({ quotes }) => quotes),
  )
}
