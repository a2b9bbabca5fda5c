import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { createInvoice, type Invoice, issueInvoice, updateInvoice } from '#contract'
import { useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { notifyDone } from '../../components/notify.tsx'
import type { Sent } from './editor-input.ts'
import { issuing, stockOperations } from './issuing.ts'
import type { InvoiceEditor } from './use-invoice-editor.ts'

/** Saves what the editor holds as a draft, or issues it. */
export function useSaveInvoice(editor: InvoiceEditor, draft: Invoice | undefined) {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>()
  // As it was when the editor opened: what others save meanwhile must not be overwritten unseen.
  const opened = useRef(draft)
  const create = useAction(createInvoice, { also: stockOperations })
  const update = useAction(updateInvoice)
  const issue = useAction(issueInvoice, { also: stockOperations })

  const store = async (content: Sent['content']): Promise<Invoice> => {
    const { current } = opened
    const saved = current
      ? await update.mutateAsync({ ...content, invoiceId: current.id, version: current.version })
      : ((await create.mutateAsync({ ...content, draft: true })) as Invoice)
    opened.current = saved
    return saved
  }
  const storeAndIssue = async (content: Sent['content']): Promise<Invoice> => {
    if (!opened.current) return (await create.mutateAsync(content)) as Invoice
    const { id } = await store(content)
    return issue.mutateAsync({ invoiceId: id })
  }
  const leaveTo = ({ id }: Invoice, done: string) => {
    editor.settled()
    notifyDone(done)
    return navigate({ to: '/billing/$invoiceId', params: { invoiceId: id }, replace: true })
  }

  const saveDraft = async () => {
    setFailure(undefined)
    const sent = editor.checked()
    if (!sent) return
    try {
      await leaveTo(await store(sent.content), 'The draft is saved')
    } catch (error) {
      if (!editor.refused(error, sent)) setFailure(error)
    }
  }

  const askToIssue = () => {
    setFailure(undefined)
    const sent = editor.checked()
    if (!sent) return
    const takes = sent.content.lines.filter(({ itemId }) => itemId).length
    confirm({
      title: 'Issue this invoice?',
      consequences: <Text>{issuing(takes)}</Text>,
      confirm: 'Issue invoice',
      destroys: false,
      act: async () => {
        try {
          const invoice = await storeAndIssue(sent.content)
          await leaveTo(invoice, `Invoice ${invoice.number} is issued`)
        } catch (error) {
          // What is about a field is said beside it, and the question goes.
          if (!editor.refused(error, sent)) throw error
        }
      },
    })
  }

  return { saveDraft, askToIssue, failure, saving: create.isPending || update.isPending || issue.isPending }
}
