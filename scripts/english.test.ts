import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { operation, operations } from '#contract'
import { avoidedPhrases, textOf, unconventionalVerb } from './english.ts'

test('a summary must start with a conventional verb', () => {
  assert.deepEqual(unconventionalVerb({ id: 'a.b', summary: 'Get a project.' }), [])
  for (const summary of ['Give a project.', 'Tell whether it works.', 'Projects.', ''])
    assert.equal(unconventionalVerb({ id: 'a.b', summary }).length, 1, summary)
  assert.deepEqual(operations.flatMap(unconventionalVerb), [])
})

test('phrases to avoid are found with their line', () => {
  for (const text of [
    'Refusals are equal to the byte.',
    'The reason is not told.',
    'Sorted by name, unless said otherwise.',
    'What is there already stays.',
    'Whoever asks gets it.',
    'It stands in the log.',
    'The receipt was taken back.',
    'That mends it.',
    'A skill of one’s own.',
    'A database that comes along.',
    'Used in the place of another.',
    'There is no such project.',
    'Run it beside the running nodes.',
    'An e-mail to the owner.',
    'Asks for the second step.',
    'The lot runs out.',
    'A retired record.',
    'Left to pay',
  ])
    assert.equal(avoidedPhrases('a.md', text).length, 1, text)
  assert.match(avoidedPhrases('a.md', 'One.\nTwo, to\nthe letter.')[0] ?? '', /^a\.md:2: “to the letter”/)
})

test('a phrase is found across the lines of a comment', () => {
  assert.equal(avoidedPhrases('a.ts', '/**\n * Equal to\n * the byte.\n */').length, 1)
  assert.equal(avoidedPhrases('a.ts', '// Equal to\n// the byte.').length, 1)
})

test('ordinary sentences and identifiers are left alone', () => {
  for (const text of [
    'Sources are told apart by id.',
    'Recommend a tracker.',
    'A byte-identical response.',
    'told',
  ])
    assert.deepEqual(avoidedPhrases('a.ts', text), [], text)
})

test('the summary and every description of an operation are checked', () => {
  const example = operation({
    id: 'a.b',
    method: 'POST',
    path: '/api/a',
    summary: 'Create it.',
    allow: 'anyone',
    query: z.strictObject({ q: z.string().describe('In the query') }),
    body: z.strictObject({ lines: z.array(z.strictObject({ a: z.string().describe('In the "body"') })) }),
    result: z.strictObject({ b: z.string().describe('In the result') }).meta({ id: 'Named' }),
  })
  for (const text of ['Create it.', 'In the query', 'In the', 'In the result'])
    assert.ok(textOf(example).includes(text), text)
})
