import { z } from 'zod'
import { isStorable } from '#contract'
import type { Passage } from '../analysis/choose-passages.ts'
import type { Block, Statement } from '../draft.ts'
import { findQuote } from './find-quote.ts'

/** A model's answer, without what it cannot support. */
export interface ReadAnswer {
  /** Empty if nothing is left: the model then gets a second attempt. */
  blocks: Block[]
  /** Whether it had the requested form. */
  understood: boolean
  /** The number of sentences without a valid quotation. */
  dropped: number
}

const quote = z.union([
  z.string().transform((text) => ({ passage: undefined, quote: text })),
  z.object({ passage: z.coerce.number().int().optional().catch(undefined), quote: z.string() }),
])
const sentence = z.object({
  text: z.string(),
  quotes: z.preprocess(
    (given) => (given === undefined ? [] : [given].flat()),
    z.array(quote.catch({ passage: undefined, quote: '' })),
  ),
})
const part = z.object({
  heading: z.string().optional().catch(undefined),
  sentences: z.array(sentence.nullable().catch(null)).optional().catch(undefined),
})
const answer = z.union([
  z.object({ parts: z.array(part) }),
  part.required({ sentences: true }).transform((one) => ({ parts: [one] })),
])

const most = { parts: 100, sentences: 200, textChars: 2000, headingChars: 80 }

/** Parses an answer leniently, and keeps the sentences that quote a passage exactly. */
export function readAnswer(written: string, passages: Passage[]): ReadAnswer {
  const parsed = answer.safeParse(findJson(written))
  if (!parsed.success) return { blocks: [], understood: false, dropped: 0 }
  const blocks: Block[] = []
  let dropped = 0
  let left = most.sentences
  for (const { heading, sentences = [] } of parsed.data.parts.slice(0, most.parts)) {
    const label = heading?.replace(/\s+/g, ' ').trim()
    const statements: Statement[] = []
    for (const item of sentences.slice(0, left)) {
      const text = item?.text.toWellFormed().replaceAll('\u0000', '').replace(/\s+/g, ' ').trim() ?? ''
      const quotes =
        item?.quotes.flatMap(({ passage, quote }) => findQuote(quote, passages, passage) ?? []) ?? []
      if (text && text.length <= most.textChars && quotes.length > 0) statements.push({ text, quotes })
      else dropped++
    }
    left -= statements.length
    if (label && isLabel(label)) blocks.push({ kind: 'heading', level: 3, text: label })
    if (statements.length > 0) blocks.push({ kind: 'paragraph', statements })
  }
  const hasStatements = blocks.some(({ kind }) => kind !== 'heading')
  return { blocks: hasStatements ? blocks : [], understood: true, dropped }
}

/** A label makes no claim, so it is no whole sentence. */
const isLabel = (heading: string) =>
  heading.length <= most.headingChars && isStorable(heading) && !/[.!?…]$/.test(heading)

/** Finds the JSON in a text, which may have text around it, or trailing commas. */
function findJson(written: string): unknown {
  const text = written.replace(/<think>[\s\S]*?<\/think>/g, '')
  const from = text.search(/[[{]/)
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  if (from < 0 || to < from) return undefined
  const json = text.slice(from, to + 1)
  for (const attempt of [json, json.replace(/,\s*(?=[\]}])/g, '')]) {
    try {
      const value: unknown = JSON.parse(attempt)
      return Array.isArray(value) ? asParts(value) : value
    } catch {}
  }
  return undefined
}

/** Wraps a list of parts or sentences. */
const asParts = (list: unknown[]): unknown =>
  list.every((item) => typeof item === 'object' && item !== null && 'text' in item)
    ? { sentences: list }
    : { parts: list }
