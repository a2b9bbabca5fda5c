import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { listSourceFormats, type Project } from '#contract'
import { callOptions } from '../../api.ts'
import { notifyFailed } from '../../components/notify.tsx'
import { whyNot } from './upload-limits.ts'
import { uploads } from './uploads.ts'

/** Sends files to a project, and goes to where one sees them go. */
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
