import { useQueryClient } from '@tanstack/react-query'
import {
  deleteSource,
  getProject,
  getSource,
  listProjects,
  listTrackers,
  retrySource,
  type Source,
} from '#contract'
import { callOptions, useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { uploads } from './uploads/uploads.ts'

/** Returns a function that deletes a source after asking. */
export function useDeleteSource(onDone?: () => unknown): (source: Pick<Source, 'id' | 'title'>) => void {
  const { mutateAsync } = useAction(deleteSource, {
    also: [listProjects, getProject, listTrackers],
    ...(onDone && { onDone }),
  })
  return ({ id, title }) =>
    confirm({
      title: `Delete “${title}”?`,
      consequences: 'This deletes its text, its file and its mentions in trackers. This cannot be undone.',
      confirm: 'Delete source',
      act: async () => {
        await mutateAsync({ sourceId: id })
        uploads.forget(id)
        notifyDone(`“${title}” is deleted`)
      },
    })
}

/** Returns a function that makes Aerie read a failed source again. */
export function useRetrySource() {
  const queries = useQueryClient()
  const { mutateAsync, isPending } = useAction(retrySource, {
    onDone: (source) => {
      queries.setQueryData(callOptions(getSource, { sourceId: source.id }).queryKey, source)
      uploads.update(source)
    },
  })
  return {
    retrying: isPending,
    retry: async ({ id, title }: { id: string; title: string }) => {
      try {
        await mutateAsync({ sourceId: id })
      } catch (error) {
        notifyFailed(`“${title}” could not be retried`, error)
      }
    },
  }
}

/** Returns whether a source can be read again. */
export const mayRetry = ({ status, original }: Source): boolean =>
  status === 'failed' && original !== 'removed'
