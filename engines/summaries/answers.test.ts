import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NothingToSay } from './analysis.ts'
import { createSummary } from './summarize.ts'
import { readLabelled } from './testing/answers.ts'

const asked = 14

function answersTo(question: string, name: string, language: string) {
  const { source, labelAt } = readLabelled(name, language)
  const summary = createSummary({ question, sentences: asked }, 1)
  summary.read(source)
  return summary.finish({ read: 1, total: 1 }).blocks.flatMap((block) =>
    block.kind === 'heading'
      ? []
      : block.statements.map(({ quotes: [quote] }) => ({
          label: labelAt(quote!.start),
          quote: quote!.quote,
        })),
  )
}

const questions: [string, string, [string, string][]][] = [
  [
    'design-meeting',
    'en',
    [
      ['the price of the remote control', 'p'],
      ['Which buttons should the remote control have?', 'b'],
      ['What do people think about speech recognition?', 'v'],
      ['the battery of the remote control', 'e'],
    ],
  ],
  [
    'hotel-reviews',
    'en',
    [
      ['What do guests say about breakfast at the hotel?', 'f'],
      ['Complaints about noise at night', 'n'],
      ['How friendly is the staff of the hotel?', 's'],
    ],
  ],
  [
    'interviews',
    'de',
    [
      ['Was sagen die Patienten über die Wartezeiten in der Praxis?', 'w'],
      ['Wie bekommt man in der Praxis Termine?', 't'],
      ['Erfahrungen der Patienten mit der App', 'a'],
    ],
  ],
]
for (const [name, language, ofText] of questions) {
  for (const [question, topic] of ofText) {
    test(`of ${asked} sentences, at least 10 are about “${question}”`, () => {
      const answers = answersTo(question, name, language)
      const off = answers.filter(({ label }) => label !== topic)
      assert.ok(answers.length - off.length >= 10, JSON.stringify(answers, null, 2))
      assert.ok(off.length <= 4, JSON.stringify(off))
    })
  }
}

test('a text that is not about the question has no answers', () => {
  assert.throws(() => answersTo('the weather in Norwegian fjords', 'interviews', 'de'), NothingToSay)
})
