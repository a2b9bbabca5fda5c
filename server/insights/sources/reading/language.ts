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

/** A text that was read, and whose language is to be decided. */
export interface ReadText extends Pick<LanguageEvidence, 'short'> {
  sourceId: string
  run: Reading
  textChars: number
  /** What the text itself shows, and what was decided. */
  recognizedLanguage: string | null
  language: string | null
}

/** Decides the languages (ISO 639-1) of texts that were read; null if one is unknown. */
export async function decideLanguages(reader: Reader, texts: ReadText[]): Promise<void> {
  const undecided = new Set<ReadText>()
  for (const text of texts) {
    text.language = text.run.statedLanguage ?? text.recognizedLanguage
    if (text.run.statedLanguage === null && text.short) undecided.add(text)
  }
  if (undecided.size === 0) return
  const longer = texts.filter((text) => !undecided.has(text) && text.textChars >= shortChars)
  const usual = await usualLanguages(reader, [...undecided], longer)
  for (const text of undecided) {
    const { recognizedLanguage: language, short } = text
    text.language = chooseLanguage({ language, short }, usual.get(text.run.projectId) ?? null)
  }
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

/** Returns the usual language of each project of `texts`, for which the `longer` texts read with them count, too. */
async function usualLanguages(
  reader: Reader,
  texts: ReadText[],
  longer: ReadText[],
): Promise<Map<string, string | null>> {
  const projectIds = [...new Set(texts.map(({ run }) => run.projectId))]
  const read = [...texts, ...longer].map(({ sourceId }) => sourceId)
  const { rows } = await sql<{ id: string; language: string | null }>`
    select id, coalesce(
      (select mode() within group (order by language) from (
        (select id, language from sources
        where project_id = project.id and language is not null and text_chars >= ${sql.lit(shortChars)}
          and id <> all(${read}::uuid[])
        order by id desc limit ${siblings})
        union all
        select id, language from unnest(
          ${longer.map(({ sourceId }) => sourceId)}::uuid[],
          ${longer.map(({ run }) => run.projectId)}::uuid[],
          ${longer.map(({ language }) => language)}::text[]
        ) as longer (id, project_id, language)
        where project_id = project.id and language is not null
        order by id desc limit ${siblings}
      ) longer),
      usual_language,
      (select language from settings)
    ) as language
    from projects project where id = any(${projectIds}::uuid[])`.execute(reader)
  return new Map(rows.map(({ id, language }) => [id, language]))
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
