import { listSourceFormats, maxTextChars } from '#contract'
import { sourceFormats } from '#engines/extraction'
import { type Implementation, implement } from '#platform'

export const createListFormats = (maxUploadBytes: number): Implementation =>
  implement(listSourceFormats, async () => ({ data: sourceFormats, maxBytes: maxUploadBytes, maxTextChars }))
