import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { createClient } from '#client'
import { createSource, getProject, listSourceFormats, listSources, type Project } from '#contract'
import { callOptions } from '../../../api.ts'
import { notifyFailed } from '../../../components/notify.tsx'
import { whyNot } from './upload-limits.ts'
import { createUploadQueue, isGoingUp, type Upload } from './upload-queue.ts'

/** The upload queue of this tab. It continues while the user moves between pages. */
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

/** Returns this tab's uploads to a project, in the order they were added. */
export function useUploads(projectId: string): Upload[] {
  const all = useSyncExternalStore(uploads.subscribe, uploads.all)
  return useMemo(() => all.filter((upload) => upload.projectId === projectId), [all, projectId])
}

/**
 * Refreshes a project and its sources whenever uploads finish.
 * @returns the number of unfinished uploads
 */
export function useUploadRefresh(projectId: string): number {
  const queries = useQueryClient()
  const list = useUploads(projectId)
  const ended = list.filter(({ state }) => !isGoingUp(state)).length
  const refresh = useThrottledCallback(() => {
    for (const { id } of [listSources, getProject])
      void queries.invalidateQueries({ queryKey: id.split('.') })
  }, 1_000)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the number changes
  useEffect(() => {
    if (ended > 0) refresh()
  }, [ended])
  return list.length - ended
}

/** Returns a function that uploads files to a project and opens its list of sources. */
export function useAddFiles({ id: projectId }: Project): (files: File[]) => void {
  const navigate = useNavigate()
  const router = useRouter()
  const queries = useQueryClient()
  return useCallback(
    async (files) => {
      if (files.length === 0) return
      try {
        const formats = await queries.ensureQueryData(callOptions(listSourceFormats))
        uploads.add(projectId, files, (file) => whyNot(file, formats))
      } catch (error) {
        notifyFailed('The files could not be added', error)
        return
      }
      const sources = router.buildLocation({ to: '/projects/$projectId/sources', params: { projectId } })
      if (router.state.location.pathname !== sources.pathname) await navigate({ href: sources.href })
    },
    [projectId, navigate, router, queries],
  )
}

/**
 * Returns a `fetch` that reports upload progress, which browsers offer only for XMLHttpRequest.
 * @param onSent receives the part that has been sent, from 0 to 1
 */
function uploadFetch(onSent: (part: number) => void): typeof fetch {
  return (url, { method = 'GET', headers, body = null, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const stop = () => request.abort()
      signal?.addEventListener('abort', stop)
      request.open(method, String(url))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onSent(total > 0 ? loaded / total : 0),
      )
      request.addEventListener('load', () =>
        resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) })),
      )
      request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
      request.addEventListener('abort', () => reject(signal?.reason))
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop))
      request.send(body as XMLHttpRequestBodyInit | null)
      if (signal?.aborted) stop()
    })
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  return new Headers(
    lines.filter(Boolean).map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
  )
}
