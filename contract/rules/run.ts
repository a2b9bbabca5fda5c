import { z } from 'zod'
import { date, id, text, timestamp } from './fields.ts'

/** The input of every run: which sources to read and how much to write. */
export const skillInput = z
  .strictObject({
    sourceIds: z
      .array(id)
      .min(1)
      .max(500)
      .optional()
      .describe('Use only these sources. Defaults to all that are ready'),
    tag: text(1, 60).optional().describe('Use only sources with this tag'),
    from: date.optional().describe('Use only sources that occurred on or after this day, UTC'),
    to: date.optional().describe('Use only sources that occurred on or before this day, UTC'),
    sentences: z.int().min(1).max(50).optional().describe('Maximum length of the result, in sentences'),
    question: text(1, 1000)
      .optional()
      .describe('The question to answer. Built-in skills prefer passages related to it'),
  })
  .meta({ id: 'SkillInput' })
export type SkillInput = z.output<typeof skillInput>

export const citation = z.strictObject({
  sourceId: id,
  start: z.int().describe('UTF-16 offset in the source’s text'),
  end: z.int(),
  quote: z.string().describe('`text.slice(start, end)` of the source’s text, verified before it is stored'),
  speaker: z.string().nullable().describe('Who said it, in a transcript or chat'),
  startMs: z.int().nullable().describe('Start of the speaker’s turn in a recording, in milliseconds'),
  author: z.string().nullable().describe('The author of the source'),
  occurredAt: timestamp
    .nullable()
    .describe('When it was said or written; if that is not known, when it was uploaded'),
})
export type Citation = z.output<typeof citation>

/** What a run has written. */
export const runOutput = z.strictObject({
  markdown: z.string().describe('Each sentence ends with its citations. `[1]` is the first of `citations`'),
  data: z
    .record(z.string(), z.unknown())
    .describe('The same result as data, in a format defined by the skill'),
  citations: z.array(citation),
})
export type RunOutput = z.output<typeof runOutput>
