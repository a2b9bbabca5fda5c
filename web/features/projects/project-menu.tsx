import { IconArchive, IconArchiveOff, IconTrash, IconUserQuestion, IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { deleteProject, listAuditLog, type Project, pseudonymiseProject, updateProject } from '#contract'
import { useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { plural } from '../../components/format.ts'
import { MenuAction, MoreActions } from '../../components/more-actions.tsx'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { useMay } from '../../session.ts'

interface ProjectMenuProps {
  project: Project
  onAccess: () => void
  onNames: () => void
}

/** The less common actions on a project. */
export function ProjectMenu({ project, onAccess, onNames }: ProjectMenuProps) {
  const may = useMay()
  const setArchived = useArchive(project)
  const remove = useDelete(project)
  return (
    <MoreActions>
      <MenuAction icon={IconUsers} label="Who can see this…" onClick={onAccess} />
      {project.level === 'edit' &&
        (project.archivedAt ? (
          <MenuAction icon={IconArchiveOff} label="Restore" onClick={() => setArchived(false)} />
        ) : (
          <MenuAction icon={IconArchive} label="Archive" onClick={() => setArchived(true)} />
        ))}
      {may(pseudonymiseProject) && (
        <MenuAction icon={IconUserQuestion} label="Replace names…" onClick={onNames} />
      )}
      {may(deleteProject) && <MenuAction icon={IconTrash} label="Delete…" color="red" onClick={remove} />}
    </MoreActions>
  )
}

/** Returns a function that archives or restores a project and offers to undo that. */
export function useArchive({ id, name }: Project) {
  const { mutateAsync } = useAction(updateProject)
  const setArchived = (archived: boolean, undo?: () => unknown): Promise<void> => {
    const change = archived ? 'archived' : 'restored'
    return mutateAsync({ projectId: id, archived }).then(
      () => notifyDone(`“${name}” is ${change}`, undo),
      (error) => notifyFailed(`“${name}” could not be ${change}`, error),
    )
  }
  return (archived: boolean) => setArchived(archived, () => setArchived(!archived))
}

function useDelete({ id, name, counts }: Project): () => void {
  const navigate = useNavigate()
  const { mutateAsync } = useAction(deleteProject, {
    also: [listAuditLog],
    onDone: () => navigate({ to: '/projects', replace: true }),
  })
  return () =>
    confirm({
      title: `Delete “${name}”?`,
      consequences: `${contents(counts)} This cannot be undone.`,
      confirm: 'Delete project',
      act: () => mutateAsync({ projectId: id }),
      done: `“${name}” is deleted`,
    })
}

function contents({ sources, trackers, mentions }: Project['counts']): string {
  if (sources + trackers === 0) return 'The project is empty.'
  return `This also deletes its ${plural(sources, 'source')}, ${plural(trackers, 'tracker')} and ${plural(mentions, 'mention')}.`
}
