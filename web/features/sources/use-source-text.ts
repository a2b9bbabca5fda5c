import { type QueryFunction, useQuery } from '@tanstack/react-query'
import { getSourceText, type Output, type Source } from '#contract'
import { callOptions } from '../../api.ts'

/** The text of a source with its segments; a text may have megabytes. */
export function useSourceText({ id: sourceId, sha256 }: Source) {
  const { queryKey, queryFn } = callOptions(getSourceText, { sourceId })
  return useQuery({
    // Another content has another text.
    queryKey: [...queryKey, sha256],
    queryFn: queryFn as QueryFunction<Output<typeof getSourceText>>,
    // It stays as it is, and comparing megabytes with themselves takes its time.
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    gcTime: 60_000,
  })
}
