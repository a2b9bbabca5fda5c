import { sql } from 'kysely'
import { listSources } from '#contract'
import { afterCursor, containing, implement, toPage } from '#platform'
import { refuseUnknownProject } from '../library/projects.ts'
import { sources, toSource } from '../library/sources.ts'

export const list = implement(
  listSources,
  async ({ tx, params: { projectId }, query: { limit, cursor, status, kind, tag, q } }) => {
    await refuseUnknownProject(tx, projectId)
    const after = afterCursor(cursor)
    let query = sources(tx)
      .where('sources.projectId', '=', projectId)
      .orderBy('sources.id', 'desc')
      .limit(limit + 1)
    if (after) query = query.where('sources.id', '<', after)
    if (status) query = query.where('sources.status', '=', status)
    if (kind) query = query.where('sources.kind', '=', kind)
    if (tag) query = query.where('sources.tags', '@>', sql<string[]>`${[tag]}::text[]`)
    if (q) query = query.where(name, 'ilike', containing(q))
    const counts = await tx
      .selectFrom('sourceCounts')
      .select(['queued', 'extracting', 'ready', 'failed'])
      .where('projectId', '=', projectId)
      .executeTakeFirst()
    return {
      ...toPage((await query.execute()).map(toSource), limit),
      counts: counts ?? { queued: 0, extracting: 0, ready: 0, failed: 0 },
    }
  },
)

/** As in the index. */
const name = sql<string>`(sources.title || E'\n' || coalesce(sources.filename, '') || E'\n' || coalesce(sources.external_id, ''))`
