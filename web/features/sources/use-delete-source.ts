import { deleteSource, getProject, listProjects, listTrackers, type Source } from '#contract'
import { useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { uploads } from './uploads.ts'

/** Asks, and then deletes a source for good. */
export function useDeleteSource(onDone?: () => unknown): (source: Pick<Source, 'id' | 'title'>) => void {
  const { mutateAsync } = useAction(deleteSource, {
    also: [listProjects, getProject, listTrackers],
    ...(onDone && { onDone }),
  })
  return ({ id, title }) =>
    confirm({
      title: `Delete “${title}”?`,
      consequences:
        'Its text and its file are deleted, search no longer finds it, and its mentions leave the trackers. This cannot be undone.',
      confirm: 'Delete source',
      act: async () => {
        await mutateAsync({ sourceId: id })
        uploads.forget(id)
        notifyDone(`“${title}” is deleted`)
      },
    })
}
