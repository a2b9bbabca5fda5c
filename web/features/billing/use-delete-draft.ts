import { useNavigate } from '@tanstack/react-router'
import { deleteInvoice, type Invoice } from '#contract'
import { useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { notifyDone } from '../../components/notify.tsx'

/** Asks, and then deletes a draft for good. */
export function useDeleteDraft({ id, billTo }: Invoice): () => void {
  const navigate = useNavigate()
  const { mutateAsync } = useAction(deleteInvoice, {
    onDone: () => navigate({ to: '/billing', replace: true }),
  })
  return () =>
    confirm({
      title: `Delete the draft for “${billTo.name}”?`,
      consequences: 'It has no number, so none goes missing. This cannot be undone.',
      confirm: 'Delete draft',
      act: async () => {
        await mutateAsync({ invoiceId: id })
        notifyDone('The draft is deleted')
      },
    })
}
