import { sql } from 'kysely'
import type { Reader } from '#database'
import { searchStopWords } from '#engines/language/lexicon'
import { isLanguage, type Language } from '#rules/languages'
import type { Term } from './terms.ts'

/** PostgreSQL's dictionaries that have stop words. */
const dictionaries: Partial<Record<Language, string>> = {
  da: 'danish_stem',
  de: 'german_stem',
  en: 'english_stem',
  es: 'spanish_stem',
  fi: 'finnish_stem',
  fr: 'french_stem',
  hu: 'hungarian_stem',
  it: 'italian_stem',
  nl: 'dutch_stem',
  no: 'norwegian_stem',
  pt: 'portuguese_stem',
  ru: 'russian_stem',
  sv: 'swedish_stem',
  tr: 'turkish_stem',
}

/** So many stop words show the language of a search. */
const enough = 2

/**
 * Returns the languages of a project's texts, each with the terms that are stop words for it; null for texts in others, with
 * those of all these languages. Stop words of the search's own language count nowhere: nobody expects the words of a question
 * in a text.
 */
export async function stopWordsOf(
  tx: Reader,
  projectId: string,
  terms: Term[],
): Promise<[Language | null, Set<Term>][]> {
  const plain = terms.filter(({ isQuoted, without }) => !isQuoted && !without)
  const typed = plain.flatMap(({ text, words }) => [text, ...words].map(asListed))
  const { rows } = await sql<{ code: string; stopWords: string[]; isUsed: boolean }>`
    with recursive used (code) as (
      (select language from sources where project_id = ${projectId}::uuid and language is not null
       order by language limit 1)
      union all
      select (select language from sources where project_id = ${projectId}::uuid and language > code
              order by language limit 1)
      from used where code is not null
    )
    select code, used.code is not null as is_used, array(
      select word from unnest(${typed}::text[]) as word where ts_lexize(dictionary::regdictionary, word) = '{}'
    ) as stop_words
    from (select code from used where code is not null) as used
    full join unnest(${Object.keys(dictionaries)}::text[], ${Object.values(dictionaries)}::text[])
      as known (code, dictionary) using (code)`.execute(tx)

  const listed = new Map(rows.map(({ code, stopWords }) => [code, stopWords]))
  const stopWordsIn = (code: string): Term[] => {
    const known = new Set(listed.get(code))
    const isStopWord = (word: string) =>
      known.has(asListed(word)) || searchStopWords.get(code)?.has(asListed(word))
    return plain.filter(({ text, words }) => isStopWord(text) || words.every(isStopWord))
  }
  const byLanguage = new Map(
    [...listed.keys(), ...searchStopWords.keys()].map((code) => [code, stopWordsIn(code)]),
  )
  const [first, second] = [...byLanguage.values()].sort((a, b) => b.length - a.length)
  const ofSearch = first!.length >= enough && first!.length > second!.length ? first! : []

  const used = rows.flatMap(({ code, isUsed }) => (isUsed && isLanguage(code) ? [code] : []))
  const inTexts = new Map<Language, Term[]>(used.map((code) => [code, byLanguage.get(code)!]))
  return [
    ...Array.from(inTexts, ([code, stopWords]): [Language, Set<Term>] => [
      code,
      new Set([...stopWords, ...ofSearch]),
    ]),
    [null, new Set([...inTexts.values()].flat().concat(ofSearch))],
  ]
}

const asListed = (word: string): string => word.toLowerCase().replace(/[’＇]/g, "'")
