import { z } from 'zod'
import { date, text } from './fields.ts'
import { language } from './language.ts'
import { sourceKinds } from './source-text.ts'

const phrase = z
  .strictObject({
    text: text(1, 200),
    match: z
      .enum(['exact', 'stem'])
      .default('exact')
      .describe('`exact` matches these words, `stem` any of their forms. Case is ignored'),
  })
  .meta({ id: 'PhraseInput' })
const phrases = z.array(phrase).max(200, 'Enter at most 200 phrases')
const names = (most: number) =>
  z.array(text(1, most)).min(1, 'Enter at least one, or leave this out').max(100, 'Enter at most 100')
export const scope = z
  .strictObject({
    speakers: names(200).optional(),
    kinds: z
      .array(z.enum(sourceKinds))
      .min(1, 'Enter at least one, or leave this out')
      .max(sourceKinds.length, 'Enter each kind at most once')
      .optional(),
    tags: names(60).optional().describe('Of which the source has at least one'),
    authors: names(200).optional(),
    from: date.optional().describe('First day of the source’s `occurredAt`, or of its upload, UTC'),
    to: date.optional().describe('Last day, inclusive'),
  })
  .describe(
    'Limits the tracker to what these speakers say, and to sources of these kinds, tags, authors and days. Case and accents of names are ignored',
  )
  .meta({ id: 'TrackerScope' })

/** What a tracker looks for, and where, as callers enter it. */
export const definition = {
  phrases: phrases.describe('Each occurrence of a phrase is a mention'),
  query: text(1, 2000).describe(
    'Each matching passage is a mention. Supports `AND`, `OR`, `NOT`, "exact words", parentheses, `prefix*` and `NEAR/5`. A bare word matches all its forms',
  ),
  exclude: phrases.describe('Passages with one of these phrases are ignored'),
  language: language.describe('Language of word forms. Defaults to each source’s own'),
  scope,
}

const storedPhrase = z
  .strictObject({ text: z.string(), match: z.enum(['exact', 'stem']) })
  .meta({ id: 'Phrase' })
const storedPhrases = z.array(storedPhrase)

/** What a tracker looks for, and where. */
export const storedDefinition = z.strictObject({
  phrases: storedPhrases,
  query: z.string().nullable(),
  exclude: storedPhrases,
  language: language.nullable(),
  scope,
})
export type Definition = z.output<typeof storedDefinition>

export const sentiments = ['positive', 'neutral', 'negative'] as const
export type Sentiment = (typeof sentiments)[number]
