import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Draft, Quote, Statement } from './draft.ts'
import { ground } from './grounding.ts'

const coverage = { read: 1, total: 1 }
const text = 'One thing. Another *thing* [2]. A third | thing, 😀 with <b>marks</b>.\nA fourth.'

/** A place of the text, which may be cited as it is, wrongly, or of another text. */
const place = fc
  .tuple(
    fc.nat(text.length - 1),
    fc.integer({ min: 1, max: 30 }),
    fc.constantFrom('true', 'true', 'wrong', 'old'),
  )
  .map(([start, length, kind]): Quote & { isTrue: boolean } => {
    const end = Math.min(text.length, start + length)
    const quote = text.slice(start, end)
    return {
      sourceId: 'a source',
      reading: kind === 'old' ? 'old' : 'now',
      start,
      end,
      quote: kind === 'wrong' ? `${quote}!` : quote,
      isTrue: kind === 'true',
    }
  })
const sentences = fc.constantFrom(
  'It is so.',
  'It is so. And so!',
  '1. A [7] list',
  '- [x](http://a.test) *b*',
  '# No',
)
const statement: fc.Arbitrary<Statement> = fc.record(
  {
    text: fc.option(sentences, { nil: null }),
    by: fc.constantFrom('Ada', '[3] Bo'),
    quotes: fc.array(place, { maxLength: 4 }),
  },
  { requiredKeys: ['text', 'quotes'] },
)
const block = fc.oneof(
  fc.record({
    kind: fc.constant('heading' as const),
    level: fc.constantFrom(2 as const, 3 as const),
    text: sentences,
  }),
  fc.record({
    kind: fc.constantFrom('list' as const, 'paragraph' as const),
    statements: fc.array(statement),
  }),
  fc.record({
    kind: fc.constant('table' as const),
    head: fc.constant<string[]>(['What', 'How']),
    statements: fc.array(statement.map((one) => ({ ...one, text: ['a | b', '[1]'] }))),
  }),
)
const draft: fc.Arbitrary<Draft> = fc.record({
  coverage: fc.constant(coverage),
  blocks: fc.array(block, { maxLength: 8 }),
  data: fc.record({
    items: fc.array(fc.record({ what: sentences, quotes: fc.array(place, { maxLength: 3 }) })),
  }),
})
const holds = ({ start, end, quote, reading }: Quote) => reading === 'now' && text.slice(start, end) === quote

test('for any draft, each sentence of the output has citations, and each quotation is exact', () => {
  fc.assert(
    fc.property(draft, (written) => {
      const output = ground(written, holds)
      if (!output) return assert.deepEqual(trueQuotes(written), [])
      for (const { start, end, quote } of output.citations) assert.equal(text.slice(start, end), quote)
      assert.ok(output.citations.length > 0)
      for (const line of output.markdown.split('\n')) assertCites(line, output.citations.length)
      for (const { citations } of (output.data.items ?? []) as { citations: number[] }[]) {
        assert.ok(citations.length > 0)
        for (const number of citations) assert.ok(number >= 1 && number <= output.citations.length)
      }
      assert.equal(
        new Set(output.citations.map((one) => `${one.start} ${one.end}`)).size,
        output.citations.length,
      )
    }),
    { numRuns: 500 },
  )
})

test('statements without a valid quotation are dropped with their heading, and the rest keeps its order', () => {
  const quote = (start: number, end: number, reading = 'now'): Quote => ({
    sourceId: 'a source',
    reading,
    start,
    end,
    quote: text.slice(start, end),
  })
  const output = ground(
    {
      coverage,
      blocks: [
        { kind: 'heading', level: 2, text: 'Report' },
        { kind: 'heading', level: 3, text: 'Gone' },
        { kind: 'list', statements: [{ text: 'Of an old text.', quotes: [quote(0, 10, 'old')] }] },
        { kind: 'heading', level: 3, text: 'Here' },
        {
          kind: 'paragraph',
          statements: [
            { text: 'Both. Of them!', quotes: [quote(11, 31), quote(0, 10), quote(11, 31)] },
            { text: null, by: 'Ada', quotes: [quote(0, 10)] },
          ],
        },
      ],
      data: {
        list: [
          { a: 1, quotes: [quote(0, 10, 'old')] },
          { b: 2, quotes: [quote(0, 10)] },
        ],
      },
    },
    holds,
  )
  assert.deepEqual(output, {
    markdown: '## Report\n\n### Here\n\nBoth. [1][2] Of them! [1][2] “One thing.” — Ada [2]\n',
    data: { read: 1, total: 1, list: [{ b: 2, citations: [2] }] },
    citations: [
      { sourceId: 'a source', start: 11, end: 31, quote: 'Another *thing* [2].' },
      { sourceId: 'a source', start: 0, end: 10, quote: 'One thing.' },
    ],
  })
})

function trueQuotes({ blocks }: Draft): Quote[] {
  return blocks.flatMap((one) =>
    one.kind === 'heading' ? [] : one.statements.flatMap(({ quotes }) => quotes.filter(holds)),
  )
}

/** Each line but headings and the head of a table ends with citations; what else looks like one is escaped. */
function assertCites(line: string, count: number): void {
  if (line === '' || /^#{2,3} /.test(line) || line === '| What | How |  |' || /^\|( --- \|)+$/.test(line))
    return
  assert.match(line, /(?:\[\d+\])+(?: \|)?$/, line)
  // A quotation is one sentence, whatever it contains.
  for (const sentence of line.replace(/“.*?”/g, '“…”').split(/(?<=[.!?]) (?=[A-Z“])/))
    assert.match(sentence, /(?:\[\d+\])+(?: \|)?$/, line)
  const marks = [...line.matchAll(/(?<!\\)\[(\d+)(?<!\\)\]/g)]
  for (const [, number] of marks) assert.ok(Number(number) >= 1 && Number(number) <= count, line)
}
