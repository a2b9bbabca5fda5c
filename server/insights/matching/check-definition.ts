import type { Definition } from './definition.ts'
import { parseQuery, QueryError } from './query.ts'
import { wordsOf } from './words.ts'

/** What is wrong with a definition. */
export interface DefinitionProblem {
  /** `query`, `phrases[2].text`, ... */
  path: string
  message: string
  /** Where in the query: UTF-16 offset, from 0. */
  position?: number
}

/** Says everything that keeps a tracker from being looked for: nothing where it is sound. */
export function checkDefinition({ phrases, query, exclude }: Definition): DefinitionProblem[] {
  const problems: DefinitionProblem[] = []
  if (phrases.length === 0 && query === null)
    problems.push({ path: 'phrases', message: 'Give a phrase or a query to look for.' })
  for (const [path, list] of Object.entries({ phrases, exclude })) {
    for (const [n, { text }] of list.entries()) {
      if (wordsOf(text).length === 0)
        problems.push({ path: `${path}[${n}].text`, message: 'There is no word in this phrase.' })
    }
  }
  try {
    if (query !== null) parseQuery(query)
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    problems.push({ path: 'query', message: error.message, position: error.position })
  }
  return problems
}
