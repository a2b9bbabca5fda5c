import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createClient } from '#client'
import { createSource, getProject, listSources } from '#contract'
import { uploadFetch } from './upload-fetch.ts'
import { createUploadQueue, isGoingUp, type Upload } from './upload-queue.ts'

/** The one queue of this tab: it goes on while one moves from page to page. */
export const uploads = createUploadQueue(async ({ projectId, file }, signal, onSent) => {
  let status = 0
  const onResponse = (response: Response) => {
    status = response.status
  }
  const { call } = createClient({ baseUrl: '', fetch: uploadFetch(onSent) })
  const source = await call(createSource, { projectId, file }, { signal, onResponse })
  return { source, already: status === 200 }
})

addEventListener('beforeunload', (event) => {
  if (uploads.isBusy()) event.preventDefault()
})

/** What was uploaded to a project from this tab and has not been taken off the list, in the order it was given in. */
export function useUploads(projectId: string): Upload[] {
  const all = useSyncExternalStore(uploads.subscribe, uploads.all)
  return useMemo(() => all.filter((upload) => upload.projectId === projectId), [all, projectId])
}

/**
 * Reads a project and its sources anew whenever some more uploads have come to an end, whichever.
 * @returns how many are still on their way
 */
export function useUploadNews(projectId: string): number {
  const queries = useQueryClient()
  const list = useUploads(projectId)
  const ended = list.filter(({ state }) => !isGoingUp(state)).length
  const readAnew = useThrottledCallback(() => {
    for (const { id } of [listSources, getProject])
      void queries.invalidateQueries({ queryKey: id.split('.') })
  }, 1_000)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the number that brings something to do
  useEffect(() => {
    if (ended > 0) readAnew()
  }, [ended])
  return list.length - ended
}
