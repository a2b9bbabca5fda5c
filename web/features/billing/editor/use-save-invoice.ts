import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ApiError } from '#client'
import { createInvoice, type Invoice, issueInvoice, updateInvoice } from '#contract'
import { useAction } from '../../../api.ts'
import { notifyDone } from '../../../components/notify.tsx'
import { confirmIssue, notifyIssued, stockOperations } from '../issuing.ts'
import type { Sent } from './input.ts'
import type { InvoiceEditor } from './use-invoice-editor.ts'

/** Saves the editor's values as a draft, or issues them. */
export function useSaveInvoice(editor: InvoiceEditor, draft: Invoice | undefined) {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>()
  // The version at opening time: a newer one must not be overwritten unseen.
  const opened = useRef(draft)
  const leaveTo = ({ id, number }: Invoice) => {
    editor.markSaved()
    if (number) notifyIssued(number)
    else notifyDone('Draft saved')
    return navigate({ to: '/billing/$invoiceId', params: { invoiceId: id }, replace: true })
  }
  const create = useAction(createInvoice, {
    also: stockOperations,
    onDone: (answer) => leaveTo(answer as Invoice),
  })
  const update = useAction(updateInvoice)
  const issue = useAction(issueInvoice, {
    also: stockOperations,
    onDone: leaveTo,
  })

  const store = async (content: Sent['content'], { id, version }: Invoice): Promise<Invoice> => {
    opened.current = await update.mutateAsync({ ...content, invoiceId: id, version })
    return opened.current
  }
  const storeDraft = async (content: Sent['content']) => {
    if (opened.current) await leaveTo(await store(content, opened.current))
    else await create.mutateAsync({ ...content, draft: true })
  }
  const storeAndIssue = async (content: Sent['content']) => {
    if (!opened.current) return create.mutateAsync(content)
    const { id } = await store(content, opened.current)
    return issue.mutateAsync({ invoiceId: id })
  }

  const saveDraft = async () => {
    setFailure(undefined)
    const sent = await editor.checked()
    if (!sent) return
    try {
      await storeDraft(sent.content)
    } catch (error) {
      if (!editor.showRefusal(error, sent)) setFailure(error)
    }
  }

  const askToIssue = async () => {
    setFailure(undefined)
    const sent = await editor.checked()
    if (!sent) return
    confirmIssue(sent.content.lines, async () => {
      try {
        await storeAndIssue(sent.content)
      } catch (error) {
        // Errors of fields are shown there, and the question closes.
        if (!editor.showRefusal(error, sent)) throw error
      }
    })
  }

  /** Overwrites a newer version, which the page has reported. */
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
