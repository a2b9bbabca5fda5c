import type { Citation, Run } from '#contract'
import { type CitedBlock, inMarkdown } from './markdown.ts'

type Output = NonNullable<Run['output']>

/** A place in a source’s text. */
export interface Quote extends Citation {
  /** Which of the texts that the source has had. */
  reading: string
}

/** One sentence, or one row of a table: what it says and where that stands. */
export interface Statement {
  /** Plain text, in cells where it is a row; null where it is the first of the quotes itself. */
  text: string | string[] | null
  /** Who said it, or where: follows a quotation. */
  by?: string
  quotes: Quote[]
}

export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'list' | 'paragraph'; statements: Statement[] }
  | { kind: 'table'; head: string[]; statements: Statement[] }

/** What was read. */
export interface Told {
  read: number
  /** With those that were left out because there is too much. */
  total: number
}

/** What a skill has written, before anybody has checked that its quotations are true. */
export interface Draft {
  told: Told
  blocks: Block[]
  /** For programs. Wherever an object has `quotes`, the result has the numbers of its `citations`, from 1. */
  data: Record<string, unknown>
}

/**
 * Makes a draft the output: every statement ends with its citations, and each quotation holds. A quotation that does
 * not hold goes; a statement or an object of `data` that has none left goes with it, and a heading with all below it.
 * @param holds whether this is what stands there now
 * @returns null where nothing is left
 */
export function ground({ told, blocks, data }: Draft, holds: (quote: Quote) => boolean): Output | null {
  const citations: Citation[] = []
  const numbers = new Map<string, number>()

  /** The numbers of those that hold; each place has one, in the order of appearance. */
  function cite(quotes: Quote[]): number[] {
    const found = quotes.filter(holds).map(({ sourceId, start, end, quote }) => {
      const place = `${sourceId} ${start} ${end}`
      if (!numbers.has(place)) numbers.set(place, citations.push({ sourceId, start, end, quote }))
      return numbers.get(place)!
    })
    return [...new Set(found)]
  }

  function groundData(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(groundData).filter((item) => item !== undefined)
    if (typeof value !== 'object' || value === null) return value
    const { quotes, ...rest } = value as { quotes?: Quote[] }
    const cited = quotes && cite(quotes)
    if (cited?.length === 0) return undefined
    const fields = Object.entries(rest).map(([key, inner]) => [key, groundData(inner)])
    return { ...Object.fromEntries(fields), ...(cited && { citations: cited }) }
  }

  const written = blocks.flatMap((block): CitedBlock[] => {
    if (block.kind === 'heading') return [block]
    const statements = block.statements.flatMap((statement) => {
      const quotes = statement.quotes.filter(holds)
      return quotes.length === 0 ? [] : [{ statement: { ...statement, quotes }, numbers: cite(quotes) }]
    })
    return statements.length === 0 ? [] : [{ ...block, statements }]
  })
  const kept = written.filter((block, n) => block.kind !== 'heading' || hasBelow(written, n, block.level))
  if (citations.length === 0) return null
  return {
    markdown: `${kept.map(inMarkdown).join('\n\n')}\n`,
    data: { ...told, ...(groundData(data) as Record<string, unknown>) },
    citations,
  }
}

/** Whether anything is said under a heading before the next of its level. */
function hasBelow(blocks: CitedBlock[], heading: number, level: number): boolean {
  for (const block of blocks.slice(heading + 1)) {
    if (block.kind !== 'heading') return true
    if (block.level <= level) return false
  }
  return false
}
