import { withoutFillers } from '#engines/language'
import { compoundOf } from './vader/vader.ts'

/** Whether there is a lexicon for a language (ISO 639-1). */
export const isJudged = (language: string | null): boolean => language === 'en'

/**
 * Returns how positive a sentence is, from -1 to 1, by the lexicon and the rules of VADER. Null if it is not judged: because
 * there is no lexicon for its language, or because nothing in it indicates either side.
 *
 * In speech, words that only fill a pause say nothing, such as `like`. Pass the text without the marks of a transcript.
 */
export function sentimentOf(
  text: string,
  { language, isSpeech }: { language: string | null; isSpeech: boolean },
): number | null {
  if (!isJudged(language)) return null
  const plain = text.replaceAll('’', "'")
  return compoundOf(isSpeech ? withoutFillers(plain) : plain)
}
