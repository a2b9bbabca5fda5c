import { z } from 'zod'
import { dataLine } from '#engines/summaries'
import { itemNumber, objects } from './fields.ts'
import { quoteFields } from './findings.ts'
import { readJson } from './read-json.ts'
import type { Sentence } from './report.ts'

const verdicts = z.object({
  verdicts: objects(z.object({ sentence: itemNumber, supported: z.boolean().catch(false) })),
})

const quoteCharsAtMost = 700

export const sentenceLine = ({ text, quotes }: Sentence, n: number): string =>
  dataLine({
    sentence: n + 1,
    text,
    quotes: quotes.map((quote) => quoteFields(quote, quoteCharsAtMost)),
  })

/** Reads which sentences are supported; one without a verdict is not. @returns null if it has another form */
export function readVerdicts(answer: string, sentences: Sentence[]): Sentence[] | null {
  const read = readJson(answer, verdicts, 'verdicts')
  if (!read) return null
  const refused = new Set(read.verdicts.filter(({ supported }) => !supported).map(({ sentence }) => sentence))
  const supported = new Set(read.verdicts.map(({ sentence }) => sentence).filter((one) => !refused.has(one)))
  return sentences.filter((_, n) => supported.has(n + 1))
}
