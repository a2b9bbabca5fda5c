import { z } from 'zod'
import type { Output, SearchHit, searchProject } from '#contract'
import type { Reader } from '#database'
import type { Call } from '#platform'
import { decode, encode } from '../../library/position.ts'
import { type FoundPassage, findPassages, type Rank } from './find-passages.ts'
import { searchesOf } from './searches.ts'
import { type Shown, show } from './show.ts'
import { termsOf } from './terms.ts'

/** How many passages with a speaker to look at for a hit: others in them may have said the words. */
const passagesForHit = 4

const rank = z.tuple([z.int(), z.number(), z.uuid(), z.int()])

/** Returns a page of the best matches in a project. Loaded late, because stemmers take memory. */
export async function hitsOf(
  tx: Reader,
  projectId: string,
  { q, limit, cursor, ...filters }: Call<typeof searchProject>['query'],
): Promise<Output<typeof searchProject>> {
  const after = cursor === undefined ? undefined : rankIn(cursor)
  const terms = termsOf(q)
  if (terms.length === 0) return { data: [], nextCursor: null }
  const searches = await searchesOf(tx, projectId, terms)
  const { speaker } = filters
  const most = speaker === undefined ? limit + 1 : limit * passagesForHit
  const found = await findPassages(tx, projectId, { searches, filters, after, limit: most })

  const data: SearchHit[] = []
  let seen = 0
  for (; seen < found.length && data.length < limit; seen++) {
    const passage = found[seen]!
    const shown = show(passage, searches, speaker)
    if (shown) data.push(toHit(passage, shown))
  }
  // The part that is shown of a passage can lack a word that another part of it has.
  data.sort((a, b) => a.missing.length - b.missing.length)
  const hasMore = seen < found.length || found.length === most
  return { data, nextCursor: hasMore ? cursorOf(found[seen - 1]!) : null }
}

function toHit({ sourceId, sourceTitle, score, occurredAt }: FoundPassage, shown: Shown): SearchHit {
  const share = 2 ** -shown.missing.length
  return { sourceId, sourceTitle, occurredAt, score: (share * (1 + score)) / 2, ...shown }
}

const cursorOf = ({ missing, score, sourceId, number }: FoundPassage): string =>
  encode([missing, score, sourceId, number])

function rankIn(cursor: string): Rank {
  const [missing, score, sourceId, number] = decode(rank, cursor, 'cursor')
  return { missing, score, sourceId, number }
}
