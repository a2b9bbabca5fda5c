import { record } from '#audit'
import { deleteSource } from '#contract'
import { type Implementation, implement } from '#platform'
import { keysOf, lockSource } from '../library/sources.ts'
import type { SourceJobs } from './create.ts'
import { deleteSources } from './write.ts'

/** The text, its mentions and search hits disappear immediately; a job removes the file and the passages. */
export const createDelete = ({ jobs, leftovers }: Pick<SourceJobs, 'jobs' | 'leftovers'>): Implementation =>
  implement(deleteSource, async ({ tx, actor, params: { sourceId } }) => {
    const source = await lockSource(tx, sourceId)
    const { id, title, projectId } = source
    await jobs.send(tx, leftovers, { sourceId: id, fileKeys: keysOf(source) })
    await deleteSources(tx, [id])
    await record(tx, actor, 'source.delete', { type: 'source', id, label: title }, { projectId })
    return { id }
  })
