import { updateSource } from '#contract'
import { type Implementation, implement, Refusal } from '#platform'
import { detailsWith, lockNames } from '../library/names.ts'
import { lockSource } from '../library/sources.ts'
import type { SourceJobs } from './create.ts'
import { changeSource, readAnew } from './write.ts'

export const createUpdate = ({ jobs, extract, rematch }: Omit<SourceJobs, 'leftovers'>): Implementation =>
  implement(
    updateSource,
    async ({ tx, params: { sourceId }, body: { version, metadata, language, ...changes } }) => {
      const before = await lockSource(tx, sourceId)
      if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
      const given = detailsWith(await lockNames(tx, before.projectId), { ...changes, metadata })
      const details = { ...changes, ...given, metadata: given.metadata && JSON.stringify(given.metadata) }
      if (language === undefined || language === before.statedLanguage)
        return changeSource(tx, before, details, { jobs, rematch })
      const contentRevision = before.contentRevision + 1
      await jobs.send(tx, extract.jobFor(before.bytes), { sourceId, contentRevision })
      const values = { ...details, ...readAnew(contentRevision), statedLanguage: language }
      return changeSource(tx, before, values, { jobs, rematch })
    },
  )
