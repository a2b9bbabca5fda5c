import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from './lexicon/lexicon.ts'
import { withoutMarks } from './marks.ts'

test('marks of a transcript are no words, and places stay the same', () => {
  for (const mark of [
    ...[
      '[inaudible]',
      '(laughs)',
      '{vocalsound}',
      '[00:01:02]',
      '[inaudible 00:01:02]',
      '[laughter and applause]',
    ],
    ...[
      '(both laugh)',
      '(lacht laut)',
      '[unverständlich]',
      '(rires)',
      '[risas]',
      '#00:00:05-2#',
      '<vocalsound>',
      '(笑)',
    ],
  ])
    assert.equal(withoutMarks(`One ${mark} two`), `One ${' '.repeat(mark.length)} two`, mark)
  assert.deepEqual(
    wordsIn('The price [laughter] is high').map(({ text, start }) => [text, start]),
    [
      ['the', 0],
      ['price', 4],
      ['is', 21],
      ['high', 24],
    ],
  )
})

test('other words in brackets are words', () => {
  for (const text of [
    'the price (in euros) is high',
    'they [the team] left',
    'f(x) at 10:30',
    '(the music was great)',
  ])
    assert.equal(withoutMarks(text), text)
})
