import type { SearchHit } from '#contract'
import type { Reader } from '#database'
import { findPassages } from './find-passages.ts'
import { searchesOf } from './searches.ts'
import { show } from './show.ts'
import { termsOf } from './terms.ts'

/** Returns the best matches of a search in a project. Loaded late, because stemmers take memory. */
export async function hitsOf(tx: Reader, projectId: string, q: string, limit: number): Promise<SearchHit[]> {
  const terms = termsOf(q)
  if (terms.length === 0) return []
  const searches = await searchesOf(tx, projectId, terms)
  const found = await findPassages(tx, projectId, searches, limit)
  return found.map((passage) => ({
    sourceId: passage.sourceId,
    sourceTitle: passage.sourceTitle,
    ...show(passage, searches),
    score: passage.score,
    occurredAt: passage.occurredAt,
  }))
}
