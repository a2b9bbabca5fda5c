import { type Invoice, issueInvoice } from '#contract'
import { useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { issuing, stockOperations } from './issuing.ts'

/** Asks, and then issues a draft. */
export function useIssue({ id, lines }: Invoice): () => void {
  const { mutateAsync } = useAction(issueInvoice, { also: stockOperations })
  return () =>
    confirm({
      title: 'Issue this invoice?',
      consequences: issuing(lines.filter(({ itemId }) => itemId).length),
      confirm: 'Issue invoice',
      destroys: false,
      act: async () => {
        const { number } = await mutateAsync({ invoiceId: id })
        notifyDone(`Invoice ${number} is issued`)
      },
    })
}
