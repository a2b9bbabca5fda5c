import { stat } from 'node:fs/promises'
import path from 'node:path'
import { clusterIn, IncompleteFolderError, sentenceAbout } from './folder-state.ts'
import type { Pool } from './pool.ts'

/**
 * Refuses an embedded database that has lost files of tables or indexes, as a copy does that was broken off. It would start
 * without them, and fail when they are needed. An index is never empty.
 * @throws IncompleteFolderError
 */
export async function refuseMissingRelations(pool: Pool, dataDir: string): Promise<void> {
  const { rows } = await pool
    .query<{ file: string; name: string; isIndex: boolean }>(
      `select pg_relation_filepath(oid) as file, relname as name, relkind = 'i' as "isIndex"
       from pg_class where pg_relation_filepath(oid) is not null and relpersistence = 'p' order by 1`,
    )
    .catch((error: Error) => {
      throw new IncompleteFolderError(dataDir, `its database is damaged (${error.message})`, { cause: error })
    })
  const lost = rows.map(async ({ file, name, isIndex }) => {
    const size = (await stat(path.join(clusterIn(dataDir), file)).catch(() => null))?.size ?? -1
    return size < (isIndex ? 1 : 0) ? [`${file} (${name})`] : []
  })
  const missing = (await Promise.all(lost)).flat()
  if (missing.length > 0) throw new IncompleteFolderError(dataDir, sentenceAbout(missing))
}
