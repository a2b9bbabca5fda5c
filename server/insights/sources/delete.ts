import { deleteSource } from '#contract'
import { type Implementation, implement } from '#platform'
import { removeMentions } from '../trackers/index.ts'
import type { SourceJobs } from './create.ts'
import { lockSource } from './rows.ts'

/** Row, text and mentions go at once, and with the text the search hits; the file and the passages follow by a job. */
export const createDelete = ({ jobs, leftovers }: Pick<SourceJobs, 'jobs' | 'leftovers'>): Implementation =>
  implement(deleteSource, async ({ tx, params: { sourceId } }) => {
    const { id, fileKey } = await lockSource(tx, sourceId)
    await jobs.send(tx, leftovers, { sourceId: id, fileKeys: [fileKey] })
    await removeMentions(tx, [id])
    await tx.deleteFrom('sources').where('id', '=', id).execute()
    return { id }
  })
