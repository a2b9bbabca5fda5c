import { useNavigate } from '@tanstack/react-router'
import { type Run, retryRun } from '#contract'
import { useAction } from '../../api.ts'
import { notifyFailed } from '../../components/notify.tsx'

/** Starts a finished run again, and goes to it. */
export function useRetryRun({ id: runId }: Run) {
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useAction(retryRun, {
    onDone: ({ id }) => navigate({ to: '/skill-runs/$runId', params: { runId: id } }),
  })
  return {
    pending: isPending,
    start: () => mutateAsync({ runId }).catch((error) => notifyFailed('The run was not started', error)),
  }
}
