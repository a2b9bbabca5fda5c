import { useParams } from '@tanstack/react-router'
import { getProject, type Project } from '#contract'
import { useCall } from './api.ts'

/** Returns the id of the project in the address. Only for pages of a project, in its frame or not. */
export const useProjectId = (): string => useParams({ strict: false }).projectId!

/** Returns whether the user may change what is in the project in the address. Only for pages of a project, in its frame or not. */
export function useMayEdit(): boolean {
  const { data } = useCall(getProject, { projectId: useProjectId() })
  return data?.level === 'edit'
}

/** Returns whether the user may add to a project: an archived one takes nothing new. */
export const takesMore = ({ level, archivedAt }: Project): boolean => level === 'edit' && !archivedAt

/** Returns the project of the current page. Only for pages inside the project's frame, which loads it first. */
export function useProject(): Project {
  const { projectId } = useParams({ from: '/shell/projects/$projectId' })
  return useCall(getProject, { projectId }).data!
}
