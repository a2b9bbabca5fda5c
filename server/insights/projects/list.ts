import { sql } from 'kysely'
import { listProjects } from '#contract'
import { plannedOnce } from '#database'
import { hasWords, implement, readPage } from '#platform'
import { projects, toProject } from './project-rows.ts'

export const list = implement(listProjects, async ({ tx, actor, query: { limit, cursor, archived, q } }) => {
  let query = projects(tx, actor)
  if (archived) query = query.where('archivedAt', archived === 'true' ? 'is not' : 'is', null)
  query = q ? query.where(hasWords([sql.ref('name')], q)) : query.modifyFront(plannedOnce)
  const page = await readPage(query, 'projects.id', { limit, cursor })
  return { ...page, data: page.data.map(toProject) }
})
