import { z } from 'zod'
import { isStorable } from '#contract'
import { itemNumber, listOf, objects, sentence } from './fields.ts'
import type { AttributedQuote } from './find-quote.ts'
import { type Finding, quotesOf } from './findings.ts'
import { readJson } from './read-json.ts'

/** A sentence of a report, with the quotations of the findings that it is based on. */
export interface Sentence {
  text: string
  quotes: AttributedQuote[]
}

export interface Part {
  heading: string | null
  sentences: Sentence[]
}

export interface Report {
  parts: Part[]
  /** The number of sentences without a finding. */
  dropped: number
}

const part = z.object({
  heading: z.string().optional().catch(undefined),
  sentences: objects(z.object({ text: sentence, findings: listOf(itemNumber) }))
    .optional()
    .catch(undefined),
})
const report = z.union([
  z.object({ parts: z.array(part.refine(({ heading, sentences }) => heading ?? sentences)) }),
  part.required({ sentences: true }).transform((one) => ({ parts: [one] })),
])

const most = { parts: 100, sentences: 200, headingChars: 80 }
/** So that a check of some sentences fits into the smallest context. */
const quotesAtMost = 4

/** Reads a report, and drops sentences that name no finding. @returns null if it has another form */
export function readReport(
  answer: string,
  findings: Finding[],
  sentencesAtMost = most.sentences,
): Report | null {
  const read = readJson(answer, report, 'parts') ?? readJson(answer, report, 'sentences')
  if (!read) return null
  let left = sentencesAtMost
  let dropped = 0
  const parts = read.parts.slice(0, most.parts).map(({ heading, sentences = [] }): Part => {
    const based = sentences
      .map(({ text, findings: numbers }) => ({ text, quotes: quotesOf(numbers, findings, quotesAtMost) }))
      .filter(({ text, quotes }) => text && quotes.length > 0)
    dropped += sentences.length - based.length
    const kept = based.slice(0, left)
    left -= kept.length
    return { heading: labelOf(heading), sentences: kept }
  })
  return { parts, dropped }
}

/** A label makes no claim, so it is no whole sentence. */
function labelOf(heading: string | undefined): string | null {
  const label = heading?.replace(/\s+/g, ' ').trim()
  return label && label.length <= most.headingChars && isStorable(label) && !/[.!?…。！？]$/.test(label)
    ? label
    : null
}
