import type { Reader } from '#database'
import type { Language } from '#languages'
import { languagesOf } from './stop-words.ts'
import { significant, type Term } from './terms.ts'

/** What is searched for in the texts of a language; null for those without stems. */
export interface Search {
  language: Language | null
  terms: Term[]
}

/** Returns the search in each language in which the project has texts, and in none. */
export async function searchesOf(tx: Reader, projectId: string, terms: Term[]): Promise<Search[]> {
  const words = terms.flatMap((term) => term.words.map((word) => word.toLowerCase()))
  const languages = await languagesOf(tx, projectId, words)
  return languages.map(([language, stopWords]) => ({ language, terms: significant(terms, stopWords) }))
}
