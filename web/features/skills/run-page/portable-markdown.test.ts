import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portableMarkdown } from './portable-markdown.ts'

const cite = (
  sourceId: string,
  quote: string,
  speaker: string | null = null,
  author: string | null = null,
) => ({
  ...{ sourceId, start: 0, end: quote.length, quote, speaker, author },
  ...{ startMs: null, occurredAt: null },
})

test('citations are numbered in the order of the text, and listed with quotation, speaker and title', () => {
  const output = {
    markdown: '## Price\n\n- It is too high. [3][1]\n- It went up, \\[2\\] times. [3]\n',
    data: {},
    citations: [
      cite('one', 'The price is too high.', null, 'Zoë'),
      cite('one', 'Nobody quotes this.'),
      cite('two', 'It went\nup [again]', 'Mira'),
    ],
  }
  const titles = new Map([['two', 'Interview *2*']])
  assert.equal(
    portableMarkdown(output, titles),
    `## Price

- It is too high. [1][2]
- It went up, \\[2\\] times. [1]

## Sources

1. “It went up \\[again\\]” — Mira, Interview \\*2\\*
2. “The price is too high.” — Zoë
`,
  )
})
