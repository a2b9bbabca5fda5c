import { sql } from 'kysely'
import { retrySource } from '#contract'
import { type Implementation, implement, Refusal } from '#platform'
import { findSource, lockSource, toSource } from '../library/sources.ts'
import type { SourceJobs } from './create.ts'

export const createRetry = ({ jobs, extract }: Pick<SourceJobs, 'jobs' | 'extract'>): Implementation =>
  implement(retrySource, async ({ tx, params: { sourceId } }) => {
    const { status, fileKey, contentRevision, bytes } = await lockSource(tx, sourceId)
    if (status !== 'failed') throw new Refusal('source_not_failed')
    if (fileKey === null) throw new Refusal('original_removed')
    await jobs.send(tx, extract.jobFor(bytes), { sourceId, contentRevision })
    await tx
      .updateTable('sources')
      .set({ status: 'queued', errorCode: null, errorMessage: null, updatedAt: sql<string>`now()` })
      .where('id', '=', sourceId)
      .execute()
    return toSource(await findSource(tx, sourceId))
  })
