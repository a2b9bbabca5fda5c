import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { deleteTracker, getProject, type Tracker } from '#contract'
import { useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { plural } from '../../components/format.ts'
import { MoreActions } from '../../components/more-actions.tsx'
import { notifyDone } from '../../components/notify.tsx'

/** What is done to a tracker now and then. */
export function TrackerMenu({ tracker }: { tracker: Tracker }) {
  const remove = useDeleteTracker(tracker)
  return (
    <MoreActions>
      <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={remove}>
        Delete…
      </Menu.Item>
    </MoreActions>
  )
}

/** Asks, and then deletes a tracker for good. */
function useDeleteTracker({ id, projectId, name, counts }: Tracker): () => void {
  const navigate = useNavigate()
  const { mutateAsync } = useAction(deleteTracker, {
    also: [getProject],
    onDone: () => navigate({ to: '/projects/$projectId/trackers', params: { projectId }, replace: true }),
  })
  return () =>
    confirm({
      title: `Delete “${name}”?`,
      consequences: `${counts.mentions > 0 ? `Its ${plural(counts.mentions, 'mention')} are deleted with it, and bots that ask for its results are refused.` : 'It has found nothing.'} The sources stay. This cannot be undone.`,
      confirm: 'Delete tracker',
      act: async () => {
        await mutateAsync({ trackerId: id })
        notifyDone(`“${name}” is deleted`)
      },
    })
}
