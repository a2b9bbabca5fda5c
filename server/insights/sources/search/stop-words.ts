import { sql } from 'kysely'
import type { Reader } from '#database'
import { isLanguage, type Language } from '#languages'

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

/** Returns the languages of a project's texts, each with those of these words that are stop words in it; null for the others. */
export async function languagesOf(
  tx: Reader,
  projectId: string,
  words: string[],
): Promise<[Language | null, Set<string>][]> {
  const { rows } = await sql<{ code: string; stopWords: string[] }>`
    with recursive used (code) as (
      (select language from sources where project_id = ${projectId}::uuid and language is not null
       order by language limit 1)
      union all
      select (select language from sources where project_id = ${projectId}::uuid and language > code
              order by language limit 1)
      from used where code is not null
    )
    select code, array(
      select word from unnest(${words}::text[]) as word where ts_lexize(dictionary::regdictionary, word) = '{}'
    ) as stop_words
    from used left join unnest(${Object.keys(dictionaries)}::text[], ${Object.values(dictionaries)}::text[])
      as known (code, dictionary) using (code)
    where code is not null`.execute(tx)
  const found = rows.flatMap(({ code, stopWords }): [Language, Set<string>][] =>
    isLanguage(code) ? [[code, new Set(stopWords)]] : [],
  )
  return [...found, [null, new Set()]]
}
