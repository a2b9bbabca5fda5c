import type { RunOutput } from '#rules/run'
import type { Draft, Quote } from './draft.ts'
import { type CitedBlock, inMarkdown } from './markdown.ts'

/** An output whose citations do not state yet who said them. */
export interface Grounded extends Omit<RunOutput, 'citations'> {
  citations: Omit<Quote, 'reading'>[]
}

/**
 * Turns a draft into the output, in which every statement ends with its citations. Drops quotations that do not hold,
 * then statements and objects of `data` without any quotation, then headings with nothing below.
 * @param holds returns whether a quotation is currently in the text at its place
 * @returns null if nothing is left
 */
export function ground({ coverage, blocks, data }: Draft, holds: (quote: Quote) => boolean): Grounded | null {
  const citations: Grounded['citations'] = []
  const numbers = new Map<string, number>()

  /** Returns the citation numbers of quotations that hold, assigned in the order of appearance. */
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
    data: { ...coverage, ...(groundData(data) as Record<string, unknown>) },
    citations,
  }
}

/** Returns whether there is a statement before the next heading of this level. */
function hasBelow(blocks: CitedBlock[], heading: number, level: number): boolean {
  for (const block of blocks.slice(heading + 1)) {
    if (block.kind !== 'heading') return true
    if (block.level <= level) return false
  }
  return false
}
