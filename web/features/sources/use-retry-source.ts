import { useQueryClient } from '@tanstack/react-query'
import { getSource, retrySource } from '#contract'
import { callOptions, useAction } from '../../api.ts'
import { notifyFailed } from '../../components/notify.tsx'
import { uploads } from './uploads.ts'

/** Has a source read again that could not be read. */
export function useRetrySource() {
  const queries = useQueryClient()
  const { mutateAsync, isPending } = useAction(retrySource, {
    onDone: (source) => {
      queries.setQueryData(callOptions(getSource, { sourceId: source.id }).queryKey, source)
      uploads.learn(source)
    },
  })
  return {
    retrying: isPending,
    retry: async ({ id, title }: { id: string; title: string }) => {
      try {
        await mutateAsync({ sourceId: id })
      } catch (error) {
        notifyFailed(`“${title}” could not be tried again`, error)
      }
    },
  }
}
