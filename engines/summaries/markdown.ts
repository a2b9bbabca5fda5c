import { splitSentences } from '#engines/language'
import { escapedMarkdown } from '#rules/markdown'
import type { Block, Statement } from './draft.ts'

/** A statement with verified quotations, and the numbers of its citations. */
export interface Cited {
  statement: Statement
  numbers: number[]
}

export type CitedBlock =
  | Extract<Block, { kind: 'heading' }>
  | { kind: 'list' | 'paragraph'; statements: Cited[] }
  | { kind: 'table'; head: string[]; statements: Cited[] }

/** Writes Markdown in which each sentence, item and row ends with its citations. */
export function inMarkdown(block: CitedBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${escapedMarkdown(block.text)}`
    case 'list':
      return block.statements.map((cited) => `- ${sentence(cited)}`).join('\n')
    case 'paragraph':
      return block.statements.map(sentence).join(' ')
    case 'table': {
      const rows = block.statements.map(({ statement, numbers }) => [
        ...(statement.text as string[]).map(escapedMarkdown),
        marks(numbers),
      ])
      return [[...block.head.map(escapedMarkdown), ''], [...block.head, ''].map(() => '---'), ...rows]
        .map((cells) => `| ${cells.join(' | ')} |`)
        .join('\n')
    }
  }
}

function sentence({ statement: { text, by, quotes }, numbers }: Cited): string {
  if (text === null) {
    const quotation = `“${escapedMarkdown(quotes[0]!.quote)}”`
    return `${quotation}${by ? ` — ${escapedMarkdown(by)}` : ''} ${marks(numbers)}`
  }
  // The citations of a statement hold for each of its sentences.
  return splitSentences([text].flat().join(' '))
    .map((one) => `${escapedStart(escapedMarkdown(one))} ${marks(numbers)}`)
    .join(' ')
}

const marks = (numbers: number[]) => numbers.map((number) => `[${number}]`).join('')

/** Escapes what would begin a list. */
const escapedStart = (text: string): string =>
  text.replace(/^(?:[-+=]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`))
