import { sql } from 'kysely'
import type { Reader } from '#database'
import { type LanguageEvidence, shortChars, wordsOf } from '#engines/language'
import { languageByStopWords, stopWords } from '#engines/language/lexicon'
import { own } from '#rules/own'
import type { Reading } from './claim.ts'

// The rule for the language of a text:
//
// 1. the language set at upload;
// 2. of a long text, the language that it is recognized to be in;
// 3. of a short text, the usual language of its project, unless the text is clearly in another one. The usual language is
//    that of most of the latest longer sources, else that of the project's settings, else that of the organisation's;
// 4. without a usual language, the one that a short text is recognized to be in.

/** How many longer sources to consider. */
const siblings = 100

/** Returns the language (ISO 639-1) of a text that was read; null if it is unknown. */
export async function decideLanguage(
  reader: Reader,
  { projectId, sourceId, statedLanguage }: Pick<Reading, 'projectId' | 'sourceId' | 'statedLanguage'>,
  evidence: LanguageEvidence,
): Promise<string | null> {
  if (statedLanguage !== null) return statedLanguage
  if (!evidence.short) return evidence.language
  return chooseLanguage(evidence, await usualLanguage(reader, projectId, sourceId))
}

/** Returns the language of a text, given the usual language of its project. */
export function chooseLanguage({ language, short }: LanguageEvidence, usual: string | null): string | null {
  if (!short) return language
  const { text, likely, isClear } = short
  const words = wordsOf(text).map((word) => word.toLowerCase())
  const byStopWords = languageByStopWords(words)
  if (usual === null) return language ?? byStopWords
  if (!isWrittenIn(text, usual)) return likely
  const count = (other: string) => words.filter((word) => stopWords.get(other)?.has(word)).length
  const isOther = isClear && likely !== null && scriptOf(likely) === scriptOf(usual)
  if (isOther && count(likely) >= count(usual)) return likely
  // Only a language with stop words can be told from others by them.
  if (byStopWords !== null && stopWords.has(usual) && count(byStopWords) >= count(usual) + 2)
    return byStopWords
  return usual
}

async function usualLanguage(reader: Reader, projectId: string, sourceId: string): Promise<string | null> {
  const { rows } = await sql<{ language: string | null }>`
    select coalesce(
      (select mode() within group (order by language) from (
        select language from sources
        where project_id = project.id and language is not null and text_chars >= ${sql.lit(shortChars)}
          and sources.id <> ${sourceId}::uuid
        order by sources.id desc limit ${siblings}
      ) longer),
      usual_language,
      (select language from settings)
    ) as language
    from projects project where project.id = ${projectId}::uuid`.execute(reader)
  return rows[0]?.language ?? null
}

/** Returns the script that a language is usually written in (ISO 15924). */
const scriptOf = (language: string): string => new Intl.Locale(language).maximize().script ?? ''

/** Scripts that consist of several of Unicode's. */
const scripts: Record<string, string> = {
  Hans: '\\p{Script=Han}',
  Jpan: '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}',
  Kore: '\\p{Script=Hangul}\\p{Script=Han}',
}

/**
 * Returns whether a language has the letters of a text. A text in another script can contain Latin words, and a Latin one
 * a few other letters, such as µ.
 */
function isWrittenIn(text: string, language: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  const foreign = letters.filter((letter) => !/\p{Script=Latin}|\p{Script=Common}|\p{Lm}/u.test(letter))
  const script = scriptOf(language)
  const itsLetters = new RegExp(`[${own(scripts, script) ?? `\\p{Script=${script}}`}]`, 'u')
  return foreign.length * 4 >= Math.max(letters.length, 1)
    ? foreign.every((letter) => itsLetters.test(letter))
    : script === 'Latn' || letters.length === 0
}
