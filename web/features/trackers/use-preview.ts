import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { previewTracker } from '#contract'
import { callOptions } from '../../api.ts'
import { definitionOf, type TrackerValues } from './definition-values.ts'

const restMs = 400

/** What a tracker would find, asked again once its definition rests. What was last said stays in sight meanwhile. */
export function usePreview(projectId: string, values: TrackerValues) {
  const wanted = JSON.stringify(definitionOf(values) ?? null)
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const rested = setTimeout(setAsked, restMs, wanted)
    return () => clearTimeout(rested)
  }, [wanted])

  const definition = JSON.parse(asked)
  const query = useQuery({
    ...callOptions(previewTracker, { projectId, ...definition }),
    enabled: definition !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isOld = asked !== wanted || query.isPlaceholderData
  return {
    found: query.data,
    /** Why there is none, where that is about what stands in the form now. */
    error: asked === wanted ? query.error : null,
    isOld,
    retry: () => void query.refetch(),
  }
}
export type Preview = ReturnType<typeof usePreview>
