import { sql } from 'kysely'
import { listSources } from '#contract'
import { hasWords, implementOnSnapshot, readPage } from '#platform'
import { sourceName, sources, toSource } from '../library/sources.ts'

/** On a snapshot: pages load the list again while its counts say that sources are being read. */
export const list = implementOnSnapshot(
  listSources,
  async ({ tx, params: { projectId }, query: { limit, cursor, status, kind, tag, q } }) => {
    let query = sources(tx).where('sources.projectId', '=', projectId)
    if (status) query = query.where('sources.status', '=', status)
    if (kind) query = query.where('sources.kind', '=', kind)
    if (tag) query = query.where('sources.tags', '@>', sql<string[]>`${[tag]}::text[]`)
    if (q) query = query.where(hasWords([sourceName], q))
    const page = await readPage(query, 'sources.id', { limit, cursor })
    const counts = await tx
      .selectFrom('sourceCounts')
      .select(['queued', 'extracting', 'ready', 'failed'])
      .where('projectId', '=', projectId)
      .executeTakeFirst()
    return {
      ...page,
      data: page.data.map(toSource),
      counts: counts ?? { queued: 0, extracting: 0, ready: 0, failed: 0 },
    }
  },
)
