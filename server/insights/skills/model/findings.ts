import { z } from 'zod'
import { estimateTokens } from '#engines/language'
import { dataLine, originFields } from '#engines/summaries'
import { itemNumber, listOf, objects, sentence } from './fields.ts'
import { type AttributedQuote, findQuote } from './find-quote.ts'
import { readJson } from './read-json.ts'
import type { Passage } from './read-passages.ts'

/** A claim with quotations that are exactly in the sources. */
export interface Finding {
  claim: string
  quotes: AttributedQuote[]
}

export interface Found {
  findings: Finding[]
  /** The number of claims without an exact quotation. */
  dropped: number
}

const quote = z.union([
  z.string().transform((text) => ({ passage: 0, quote: text })),
  z.object({ passage: itemNumber, quote: z.string() }),
])
const found = z.object({
  findings: objects(z.object({ claim: sentence, quotes: listOf(quote.catch({ passage: 0, quote: '' })) })),
})
const merged = z.object({
  findings: objects(z.object({ claim: sentence, findings: listOf(itemNumber) })),
})

const quotesAtMost = 12
/** How many quotes of a finding a prompt shows, and how many characters of each. */
const shown = { quotes: 3, chars: 300 }

/** Reads the findings of some passages, and drops those that quote none of them exactly. @returns null if it has another form */
export function readFindings(answer: string, passages: Passage[]): Found | null {
  const read = readJson(answer, found, 'findings')
  if (!read) return null
  const findings = read.findings
    .map(({ claim, quotes }) => ({
      claim,
      quotes: quotes.flatMap(({ passage, quote }) => findQuote(quote, passages, passage) ?? []),
    }))
    .filter(({ claim, quotes }) => claim && quotes.length > 0)
  return { findings, dropped: read.findings.length - findings.length }
}

/** Reads a shorter list of findings, each with the quotations of those that it joins. @returns null if it has another form */
export function readMerged(answer: string, before: Finding[], atMost: number): Finding[] | null {
  const read = readJson(answer, merged, 'findings')
  const findings = read?.findings
    .map(({ claim, findings }) => ({ claim, quotes: quotesOf(findings, before) }))
    .filter(({ claim, quotes }) => claim && quotes.length > 0)
  return findings && findings.length > 0 ? findings.slice(0, atMost) : null
}

/** Returns the quotations of findings by their numbers, each once: first one of each finding. */
export function quotesOf(numbers: number[], findings: Finding[], atMost = quotesAtMost): AttributedQuote[] {
  const lists = [...new Set(numbers)].map((number) => findings[number - 1]?.quotes ?? [])
  const quotes = Array.from({ length: quotesAtMost }, (_, n) => lists.flatMap((list) => list[n] ?? [])).flat()
  const byPlace = new Map(quotes.map((quote) => [`${quote.sourceId} ${quote.start} ${quote.end}`, quote]))
  return [...byPlace.values()].slice(0, atMost)
}

/** Returns a quotation for `dataLine`, with its origin if that is known. */
export function quoteFields({ quote, ...origin }: AttributedQuote, charsAtMost: number) {
  const shown = quote.slice(0, charsAtMost).toWellFormed()
  const known = originFields(origin)
  return Object.values(known).some((field) => field !== undefined) ? { ...known, quote: shown } : shown
}

export const findingLine = ({ claim, quotes }: Finding, n: number): string =>
  dataLine({
    finding: n + 1,
    claim,
    sources: new Set(quotes.map(({ sourceId }) => sourceId)).size,
    quotes: quotes.slice(0, shown.quotes).map((quote) => quoteFields(quote, shown.chars)),
  })

export const tokensOf = (lines: string[]): number =>
  lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0)
