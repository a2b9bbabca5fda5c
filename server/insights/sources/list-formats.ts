import { listSourceFormats, maxTextChars } from '#contract'
import { type Implementation, implement } from '#platform'
import { sourceFormats } from '../extraction/index.ts'

export const createListFormats = (maxUploadBytes: number): Implementation =>
  implement(listSourceFormats, async () => ({ data: sourceFormats, maxBytes: maxUploadBytes, maxTextChars }))
