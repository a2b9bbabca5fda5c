import { deleteSource } from '#contract'
import { type Implementation, implement } from '#platform'
import { lockSource } from '../library/sources.ts'
import type { SourceJobs } from './create.ts'
import { deleteSources } from './write.ts'

/** The text, its mentions and search hits disappear immediately; a job removes the file and the passages. */
export const createDelete = ({ jobs, leftovers }: Pick<SourceJobs, 'jobs' | 'leftovers'>): Implementation =>
  implement(deleteSource, async ({ tx, params: { sourceId } }) => {
    const { id, fileKey } = await lockSource(tx, sourceId)
    await jobs.send(tx, leftovers, { sourceId: id, fileKeys: [fileKey] })
    await deleteSources(tx, [id])
    return { id }
  })
