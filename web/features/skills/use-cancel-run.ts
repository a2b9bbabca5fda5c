import { cancelRun, type Run } from '#contract'
import { useAction } from '../../api.ts'
import { notifyFailed } from '../../components/notify.tsx'

/** Cancels a run. It asks nothing: the run can be started again as it was. */
export function useCancelRun({ id: runId }: Run) {
  const { mutateAsync, isPending } = useAction(cancelRun)
  return {
    pending: isPending,
    start: () => mutateAsync({ runId }).catch((error) => notifyFailed('The run was not canceled', error)),
  }
}
