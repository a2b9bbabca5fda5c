import type { Block, Statement } from './grounding.ts'
import { splitSentences } from './text/sentences.ts'

/** A statement whose quotations hold, with the numbers of its citations. */
export interface Cited {
  statement: Statement
  numbers: number[]
}

export type CitedBlock =
  | Extract<Block, { kind: 'heading' }>
  | { kind: 'list' | 'paragraph'; statements: Cited[] }
  | { kind: 'table'; head: string[]; statements: Cited[] }

/** Markdown in which each sentence, item and row ends with its citations. */
export function inMarkdown(block: CitedBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${plain(block.text)}`
    case 'list':
      return block.statements.map((cited) => `- ${sentence(cited)}`).join('\n')
    case 'paragraph':
      return block.statements.map(sentence).join(' ')
    case 'table': {
      const rows = block.statements.map(({ statement, numbers }) => [
        ...(statement.text as string[]).map(plain),
        marks(numbers),
      ])
      return [[...block.head.map(plain), ''], [...block.head, ''].map(() => '---'), ...rows]
        .map((cells) => `| ${cells.join(' | ')} |`)
        .join('\n')
    }
  }
}

function sentence({ statement: { text, by, quotes }, numbers }: Cited): string {
  if (text === null) {
    const quotation = `“${plain(quotes[0]!.quote)}”`
    return `${quotation}${by ? ` — ${plain(by)}` : ''} ${marks(numbers)}`
  }
  // Someone who writes two sentences in one has shown for both what is cited.
  return splitSentences([text].flat().join(' '))
    .map((one) => `${atStart(plain(one))} ${marks(numbers)}`)
    .join(' ')
}

const marks = (numbers: number[]) => numbers.map((number) => `[${number}]`).join('')

/** Text that means nothing to Markdown: no link, no citation, no HTML; on one line. */
export const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~&$]/g, '\\$&')

/** Nor does its beginning make a list of it. */
const atStart = (text: string): string =>
  text.replace(/^(?:[-+=]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`))
