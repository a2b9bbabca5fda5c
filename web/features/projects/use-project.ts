import { useParams } from '@tanstack/react-router'
import { getProject, type Project } from '#contract'
import { useCall } from '../../api.ts'

/** The project that the page is in. Only for what stands in the project's frame, which is there once it is loaded. */
export function useProject(): Project {
  const { projectId } = useParams({ from: '/shell/projects/$projectId' })
  return useCall(getProject, { projectId }).data!
}
