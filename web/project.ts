import { useParams } from '@tanstack/react-router'
import { getProject, type Project } from '#contract'
import { useCall } from './api.ts'

/** Returns the id of the project in the address. Only for pages of a project, in its frame or not. */
export const useProjectId = (): string => useParams({ strict: false }).projectId!

/** Returns the project of the current page. Only for pages inside the project's frame, which loads it first. */
export function useProject(): Project {
  const { projectId } = useParams({ from: '/shell/projects/$projectId' })
  return useCall(getProject, { projectId }).data!
}
