import { createSource } from '#contract'
import { Answer, type Implementation, implement, newId } from '#platform'
import { detailsWith, externalIdWith } from '../library/names.ts'
import { openProject } from '../library/projects.ts'
import { findSource, keysOf, locking, toSource } from '../library/sources.ts'
import { contentOf, detailsOf } from './content.ts'
import { findSame, needsReading } from './find-same.ts'
import type { Extract } from './reading/extract.ts'
import type { LeftoversJob } from './remove-leftovers.ts'
import { changeSource, insertSource, type RematchJobs, readAnew } from './write.ts'

export interface SourceJobs extends RematchJobs {
  extract: Extract
  leftovers: LeftoversJob
}

/** Accepts a source: the file is stored before the transaction, which writes the row together with the job that reads it. */
export const createCreate = ({ jobs, extract, leftovers, rematch }: SourceJobs): Implementation =>
  implement(
    createSource,
    async ({ body, store }) => ('file' in body ? body.file : store(body.text)),
    async ({ tx, actor, params: { projectId }, body, prepared: file }) => {
      const names = await openProject(tx, projectId)
      const externalId = externalIdWith(names, projectId, body.externalId)
      const uploaded = contentOf(body, file)
      const { filename, ...described } = detailsWith(names, { ...body, filename: uploaded.filename })
      const content = { ...uploaded, filename: filename ?? null }
      const same = await findAndLock()
      if (same && !needsReading(content, same, externalId)) {
        const gainsId = externalId && same.externalId === null
        const source = gainsId
          ? await changeSource(tx, same, { externalId }, { jobs, rematch })
          : toSource(await findSource(tx, same.id))
        return new Answer(200, source)
      }

      const details = detailsOf({ ...body, ...described } as typeof body)
      file.keep()
      const sourceId = same?.id ?? newId()
      const contentRevision = (same?.contentRevision ?? 0) + 1
      await jobs.send(tx, extract.jobFor(file.bytes), { sourceId, contentRevision })
      if (!same) {
        const createdBy = actor.userId
        return insertSource(tx, { id: sourceId, projectId, externalId, createdBy, content, details })
      }
      await jobs.send(tx, leftovers, { sourceId, fileKeys: keysOf(same) })
      const values = {
        ...content,
        storedSha256: null,
        ...details,
        externalId: same.externalId ?? externalId ?? null,
        ...readAnew(contentRevision),
      }
      return changeSource(tx, same, values, { jobs, rematch })

      /** Looks again if the source was deleted while this waited for its lock. */
      async function findAndLock() {
        for (;;) {
          const found = await findSame(tx, projectId, externalId, file.sha256)
          const locked = found && (await locking(tx, found.id).executeTakeFirst())
          if (locked || !found) return locked
        }
      }
    },
  )
