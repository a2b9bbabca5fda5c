import { wordsOf } from '#engines/language'
import type { Definition } from './definition.ts'
import { parseQuery, QueryError } from './query.ts'

/** A reason why a definition is invalid. */
interface DefinitionProblem {
  /** `query`, `phrases[2].text`, ... */
  path: string
  message: string
  /** Where the problem is in the query: a UTF-16 offset, from 0. */
  position?: number
}

/** Returns everything that is wrong with a definition. */
export function checkDefinition({ phrases, query, exclude, scope }: Definition): DefinitionProblem[] {
  const problems: DefinitionProblem[] = []
  if (phrases.length === 0 && query === null)
    problems.push({ path: 'phrases', message: 'Enter a phrase or a query.' })
  for (const [path, list] of Object.entries({ phrases, exclude })) {
    for (const [n, { text }] of list.entries()) {
      if (wordsOf(text).length === 0)
        problems.push({ path: `${path}[${n}].text`, message: 'This phrase has no word.' })
    }
  }
  if (scope.from && scope.to && scope.from > scope.to)
    problems.push({ path: 'scope.to', message: 'The last day is before the first.' })
  try {
    if (query !== null) parseQuery(query)
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    problems.push({ path: 'query', message: error.message, position: error.position })
  }
  return problems
}
