import { type Project, updateProject } from '#contract'
import { useAction } from '../../api.ts'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'

/** Archives a project or brings it back, and offers to undo that. */
export function useArchive({ id, name }: Project) {
  const { mutateAsync, isPending } = useAction(updateProject)

  const put = async (archived: boolean, undoable: boolean): Promise<void> => {
    try {
      await mutateAsync({ projectId: id, archived })
      const done = archived ? `“${name}” is archived` : `“${name}” is back among the projects`
      notifyDone(done, undoable ? () => put(!archived, false) : undefined)
    } catch (error) {
      notifyFailed(archived ? `“${name}” could not be archived` : `“${name}” could not be restored`, error)
    }
  }
  return {
    archive: () => put(true, true),
    restore: () => put(false, true),
    pending: isPending,
  }
}
