import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getProject, listSources, listTrackers, type Project } from '#contract'
import { useFilters, useList } from '../../list.ts'

const againMs = 1_500

/** The sources of a project, asked for again while Aerie still reads some. */
export function useSources({ id: projectId }: Project) {
  const queries = useQueryClient()
  const filters = useFilters(listSources)
  const list = useList(listSources, { projectId, ...filters.values }, 'pages', ({ counts }) =>
    counts.queued + counts.extracting > 0 ? againMs : false,
  )

  const counts = list.first?.counts
  const working = counts ? counts.queued + counts.extracting : 0
  // A source that was read may have brought mentions.
  useEffect(() => {
    if (working === 0) return
    return () => {
      for (const { id } of [getProject, listTrackers])
        void queries.invalidateQueries({ queryKey: id.split('.') })
    }
  }, [working, queries])

  return { filters, list, counts }
}
