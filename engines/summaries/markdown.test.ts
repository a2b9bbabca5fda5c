import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inMarkdown } from './markdown.ts'

const quote = { sourceId: 'a source', reading: 'now', start: 0, end: 1, quote: 'a\n *b*' }
const paragraph = (text: string | null) =>
  inMarkdown({
    kind: 'paragraph',
    statements: [{ statement: { text, by: 'A_da', quotes: [quote] }, numbers: [1, 2] }],
  })

test('text of a statement has no meaning in Markdown', () => {
  for (const character of '\\`*_[]<>#|~&$')
    assert.equal(paragraph(`a ${character} b`), `a \\${character} b [1][2]`)
  for (const [text, expected] of [
    ['- a', '\\- a'],
    ['+ a', '\\+ a'],
    ['=== a', '\\=== a'],
    ['12) a', '12\\) a'],
    ['12 a - b', '12 a - b'],
    ['a\n b', 'a b'],
  ])
    assert.equal(paragraph(text!), `${expected} [1][2]`)
  assert.equal(paragraph(null), '“a \\*b\\*” — A\\_da [1][2]')
})

test('the rows of a table are on one line each, and end with their citations', () => {
  const statement = { text: ['a | b', 'c\nd'], quotes: [quote] }
  assert.equal(
    inMarkdown({ kind: 'table', head: ['What', 'How'], statements: [{ statement, numbers: [3] }] }),
    '| What | How |  |\n| --- | --- | --- |\n| a \\| b | c d | [3] |',
  )
})
