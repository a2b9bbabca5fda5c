import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ApiError } from '#client'
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
  const leaveTo = ({ id }: Invoice, done: string) => {
    editor.settled()
    notifyDone(done)
    return navigate({ to: '/billing/$invoiceId', params: { invoiceId: id }, replace: true })
  }
  const create = useAction(createInvoice, {
    also: stockOperations,
    onDone: (answer) => leaveTo(answer as Invoice, answer.number ? issued(answer) : draftSaved),
  })
  const update = useAction(updateInvoice)
  const issue = useAction(issueInvoice, {
    also: stockOperations,
    onDone: (invoice) => leaveTo(invoice, issued(invoice)),
  })

  const store = async (content: Sent['content'], { id, version }: Invoice): Promise<Invoice> => {
    opened.current = await update.mutateAsync({ ...content, invoiceId: id, version })
    return opened.current
  }
  const storeDraft = async (content: Sent['content']) => {
    if (opened.current) await leaveTo(await store(content, opened.current), draftSaved)
    else await create.mutateAsync({ ...content, draft: true })
  }
  const storeAndIssue = async (content: Sent['content']) => {
    if (!opened.current) return create.mutateAsync(content)
    const { id } = await store(content, opened.current)
    return issue.mutateAsync({ invoiceId: id })
  }

  const saveDraft = async () => {
    setFailure(undefined)
    const sent = editor.checked()
    if (!sent) return
    try {
      await storeDraft(sent.content)
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
          await storeAndIssue(sent.content)
        } catch (error) {
          // What is about a field is said beside it, and the question goes.
          if (!editor.refused(error, sent)) throw error
        }
      },
    })
  }

  /** Saves over what somebody else has saved meanwhile, of which one was told. */
  const saveAnyway = () => {
    opened.current = draft
    return saveDraft()
  }
  const isStale = failure instanceof ApiError && failure.code === 'stale_version'

  return {
    saveDraft,
    askToIssue,
    saveAnyway,
    failure,
    isStale,
    saving: create.isPending || update.isPending || issue.isPending,
  }
}

const draftSaved = 'The draft is saved'
const issued = ({ number }: Pick<Invoice, 'number'>) => `Invoice ${number} is issued`
