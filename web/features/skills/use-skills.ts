import { useQuery } from '@tanstack/react-query'
import { listSkills } from '#contract'
import { callOptions } from '../../api.ts'

export const pollMs = 2_000

/** Loads all skills with their last runs, in one project if given, and follows these to their ends. */
export function useSkills(projectId?: string) {
  return useQuery({
    ...callOptions(listSkills, projectId ? { projectId } : {}),
    refetchInterval: ({ state }) => (state.data?.data.some(isActive) ? pollMs : false),
  })
}

const isActive = ({ lastRun }: { lastRun: { status: string } | null }) =>
  lastRun?.status === 'queued' || lastRun?.status === 'running'
