import { Button } from '@mantine/core'
import { dismissMention, getProject, listProjects, type Mention, restoreMention } from '#contract'
import { useAction } from '../../../api.ts'
import { notifyDone, notifyFailed } from '../../../components/notify.tsx'

const also = [getProject, listProjects]

/** Dismisses a false mention, which can be undone, or restores a dismissed one. */
export function JudgeButton({ mention }: { mention: Mention }) {
  const dismissing = useAction(dismissMention, { also })
  const restoring = useAction(restoreMention, { also })
  const input = { trackerId: mention.trackerId, mentionId: mention.id }
  const restore = async () => {
    try {
      await restoring.mutateAsync(input)
    } catch (error) {
      notifyFailed('The mention could not be restored', error)
    }
  }
  const dismiss = async () => {
    try {
      await dismissing.mutateAsync(input)
      notifyDone('Mention dismissed', restore)
    } catch (error) {
      notifyFailed('The mention could not be dismissed', error)
    }
  }
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`${mention.dismissed ? 'Restore' : 'Dismiss'} “${mention.text}” in ${mention.sourceTitle}`}
      loading={dismissing.isPending || restoring.isPending}
      onClick={mention.dismissed ? restore : dismiss}
    >
      {mention.dismissed ? 'Restore' : 'Dismiss'}
    </Button>
  )
}
