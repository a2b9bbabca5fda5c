import { z } from 'zod'
import { type Language, languages } from './languages.ts'

export const language = z.enum(
  Object.keys(languages) as [Language, ...Language[]],
  'Enter the code of a language with word forms, such as en',
)

/** The language that short texts have by default. */
export const usualLanguage = language
  .nullable()
  .describe('ISO 639-1 code of the language of short texts without longer ones beside them, or null')
