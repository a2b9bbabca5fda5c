import { searchDuplicates } from '#contract'
import { type Implementation, implement, type Jobs } from '#platform'
import { searchJob } from './search-job.ts'
import { beginSearch } from './searches.ts'

export const createSearch = (jobs: Jobs): Implementation =>
  implement(searchDuplicates, async ({ tx }) => {
    const { id, isNew, search } = await beginSearch(tx)
    if (isNew) await jobs.send(tx, searchJob, { searchId: id })
    return search
  })
