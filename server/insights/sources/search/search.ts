import { type SearchHit, searchProject } from '#contract'
import { implement } from '#platform'
import { refuseUnknownProject } from '../../library/projects.ts'
import { findPassages } from './find-passages.ts'
import { matchingWords } from './matching-words.ts'
import { show } from './show.ts'
import { termsOf } from './terms.ts'

export const search = implement(searchProject, async ({ tx, params: { projectId }, query: { q, limit } }) => {
  await refuseUnknownProject(tx, projectId)
  const terms = termsOf(q)
  const found = terms.length > 0 ? await findPassages(tx, projectId, terms, limit) : []
  const matching = await matchingWords(tx, found, terms)
  const data = found.map(
    (passage): SearchHit => ({
      sourceId: passage.sourceId,
      sourceTitle: passage.sourceTitle,
      ...show(passage, terms, matching.get(passage.configuration) ?? new Set()),
      score: passage.score,
      occurredAt: passage.occurredAt,
    }),
  )
  return { data, nextCursor: null }
})
