import { createSource } from '#contract'
import { Answer, type Implementation, implement, type Jobs } from '#platform'
import { openProject } from '../projects/live.ts'
import { moveMentions } from '../trackers/index.ts'
import { contentOf, detailsOf } from './content-of.ts'
import { bringsNews, findSame } from './find-same.ts'
import { insertSource, renewSource } from './insert.ts'
import type { ExtractJob } from './reading/extract.ts'
import type { LeftoversJob } from './remove-leftovers.ts'
import { findSource, lockIfThere, toSource } from './rows.ts'

export interface SourceJobs {
  jobs: Jobs
  extract: ExtractJob
  leftovers: LeftoversJob
}

/**
 * Takes a source in. Its file is in the store before the transaction begins, and the row and the job that reads it come
 * to be together: what was accepted is not forgotten.
 */
export const createCreate = ({ jobs, extract, leftovers }: SourceJobs): Implementation =>
  implement(
    createSource,
    async ({ body, store }) => ('file' in body ? body.file : store(body.text)),
    async ({ tx, actor, params: { projectId }, body, prepared: file }) => {
      await openProject(tx, projectId)
      const { externalId } = body
      const content = contentOf(body, file)
      const same = await findAndLock()
      if (same && !bringsNews(content, same, externalId)) {
        if (externalId && same.externalId === null) await renewSource(tx, same, { externalId })
        return new Answer(200, toSource(await findSource(tx, same.id)))
      }

      const details = detailsOf(body)
      file.keep()
      if (same) {
        await renewSource(tx, same, { externalId, content, details })
        await jobs.send(tx, leftovers, { sourceId: same.id, fileKeys: [same.fileKey] })
      }
      const sourceId =
        same?.id ??
        (await insertSource(tx, { projectId, externalId, createdBy: actor.userId, content, details }))
      const contentRevision = (same?.contentRevision ?? 0) + 1
      await jobs.send(tx, extract, { sourceId, contentRevision })
      const after = await findSource(tx, sourceId)
      // The text of before is there until the new one is, and says when it was said from now on.
      if (same && same.occurredAt !== after.occurredAt) await moveMentions(tx, [sourceId])
      return toSource(after)

      /** A source that is deleted while this waits for it is none. */
      async function findAndLock() {
        for (;;) {
          const found = await findSame(tx, projectId, externalId, file.sha256)
          const locked = found && (await lockIfThere(tx, found.id))
          if (locked || !found) return locked
        }
      }
    },
  )
