import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SkillInput } from '#rules/run'
import type { Analysis } from './analysis.ts'
import { ground } from './grounding.ts'
import { planPassages } from './plan-passages.ts'
import { createSentiment } from './sentiment.ts'
import type { SourceText } from './source-text.ts'
import { createSummary } from './summarize.ts'
import { createThemes } from './themes.ts'

type Turn = [speaker: string | null, said: string]

/** A transcript, whose text has no names. */
function transcript(turns: Turn[], given: Partial<SourceText> = {}): SourceText {
  let text = ''
  const segments = turns.map(([speaker, said]): SourceText['segments'][number] => {
    const start = text.length
    text += `${said}\n`
    return { start, end: text.length - 1, kind: 'turn', label: null, speaker }
  })
  const rest = { id: 'one', title: 'Call', language: 'en', occurredAt: '2026-03-01', reading: 'now' }
  return { ...rest, ...given, text, segments }
}

const call: Turn[] = [
  ['Otto Lind', 'I dislike the menu, because the menu hides the old reports from all of us.'],
  ['Mira Lind', 'The search is slow, and I hate the new search on my phone.'],
  ['Otto Lind', 'The old reports are a terrible mess, and I really dislike the slow search.'],
  ['Mira Lind', 'We wait a minute for the search, and that makes me angry.'],
  ['Otto Lind', 'Mira told me that she dislikes nothing about the menu.'],
]

const skills = { createSummary, createThemes, createSentiment }

/** Returns who is quoted. */
function quotedBy(
  create: (input: SkillInput, expected?: number) => Analysis,
  question: string,
  ...sources: SourceText[]
): Set<string | null> {
  const analysis = create({ question }, sources.length)
  for (const source of sources) analysis.read(source)
  const { citations } = ground(analysis.finish({ read: sources.length, total: sources.length }), () => true)!
  return new Set(
    citations.map(({ sourceId, start, end }) => {
      const { segments, author } = sources.find(({ id }) => id === sourceId)!
      const segment = segments.find((one) => one.start <= start && end <= one.end)
      assert.ok(segment, 'A quotation is within a turn')
      return segment.speaker ?? author ?? null
    }),
  )
}

for (const [name, create] of Object.entries(skills)) {
  test(`a question that names a speaker is answered with this speaker’s words (${name})`, () => {
    for (const question of [
      'What does Mira dislike?',
      'what did mira lind hate about the search',
      'Mira’s opinion of the menu',
      'What does Mira say?',
    ])
      assert.deepEqual(quotedBy(create, question, transcript(call)), new Set(['Mira Lind']), question)
  })
}

test('a name after “about” is a topic, and a word that is also a label is no name', () => {
  const both = new Set(['Otto Lind'])
  assert.deepEqual(quotedBy(createSummary, 'What is said about Mira?', transcript(call)), both)
  const support = transcript([
    ['Support', 'I will look into your account at once.'],
    ['Ada', 'Your support is slow, and the support line is always busy.'],
  ])
  assert.deepEqual(quotedBy(createSummary, 'Is the support slow?', support), new Set(['Ada']))
})

test('in writing, a question that names the author is answered with the author’s words', () => {
  const review = (id: string, author: string) =>
    transcript([[null, `The pump of ${id} is loud, and I dislike the loud pump.`]], { id, author })
  const reviews = [review('a', 'Pavel Novák'), review('b', 'Ines Moreau')]
  assert.deepEqual(quotedBy(createSummary, 'What does Moreau dislike?', ...reviews), new Set(['Ines Moreau']))
})

test('a passage for a model is of one turn, row or message, and those of the named speaker come first', () => {
  const analysis = planPassages({ question: 'What does Mira dislike?' })
  const { segments, ...source } = transcript(call)
  analysis.read({ ...source, segments })
  const rows = {
    ...transcript(
      [
        [null, 'Too dear'],
        [null, 'Too late'],
      ],
      { id: 'two' },
    ),
  }
  analysis.read({ ...rows, segments: rows.segments.map((segment) => ({ ...segment, kind: 'row' })) })
  const { passages } = analysis.finish({ read: 2, total: 2 })
  assert.equal(passages.length, 7)
  assert.deepEqual(
    passages.slice(0, 2).map(({ speaker }) => speaker),
    ['Mira Lind', 'Mira Lind'],
  )
  for (const { sourceId, start, end, speaker } of passages)
    assert.ok(
      (sourceId === 'one' ? segments : rows.segments).some(
        (one) => one.start <= start && end <= one.end && one.speaker === speaker,
      ),
    )
})
