import { useNavigate } from '@tanstack/react-router'
import { deleteProject, listAuditLog, type Project } from '#contract'
import { useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { plural } from '../../components/format.ts'
import { notifyDone } from '../../components/notify.tsx'

/** Asks, and then deletes a project for good. */
export function useDeleteProject({ id, name, counts }: Project): () => void {
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
      act: async () => {
        await mutateAsync({ projectId: id })
        notifyDone(`“${name}” is deleted`)
      },
    })
}

function contents({ sources, trackers, mentions }: Project['counts']): string {
  if (sources + trackers === 0) return 'It holds no sources and no trackers.'
  const held = [plural(sources, 'source'), plural(trackers, 'tracker'), plural(mentions, 'mention')]
  return `Its ${held.slice(0, -1).join(', ')} and ${held.at(-1)} are deleted with it.`
}
