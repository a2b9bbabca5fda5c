import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { ApiError } from '#client'
import { createInvoice, type Invoice, issueInvoice, type Settings, updateInvoice } from '#contract'
import { useAction } from '../../../api.ts'
import { useFormRows } from '../../../components/form-rows.tsx'
import { notifyDone } from '../../../components/notify.tsx'
import { useOperationForm } from '../../../components/operation-form.tsx'
import { confirmIssue, notifyIssued, stockOperations } from '../issuing.ts'
import { type Content, contentOf, fieldOf, filled, missingIn, previewOf, rowFields } from './input.ts'
import { usePreview } from './use-preview.ts'
import { defaultTax, type EditorValues, emptyLine } from './values.ts'

/** The form of the invoice editor, and the server's preview of it. */
export function useInvoiceEditor(initial: EditorValues, settings: Settings, draft: Invoice | undefined) {
  const { storeDraft, storeAndIssue, saving, reopen } = useStoring(draft, () => form.markSaved())
  const form = useOperationForm(createInvoice, {
    initial,
    filled,
    input: contentOf,
    rowFields,
    check: missingIn,
    fieldOf,
    send: storeDraft,
  })
  const preview = usePreview(form.values, previewOf(form.values))
  const lines = useFormRows(form, 'lines', () =>
    emptyLine(form.current().lines.at(-1)?.tax ?? defaultTax(settings)),
  )
  const issue = (content: Content) => async () => {
    try {
      await storeAndIssue(content)
    } catch (error) {
      // Errors of fields are shown there, and the question closes.
      if (!form.showRefusal(error)) throw error
    }
  }
  return {
    form: { ...form, ...form.withErrors(preview.errors) },
    preview,
    lines,
    saving,
    isStale: form.failure instanceof ApiError && form.failure.code === 'stale_version',
    askToIssue: () => form.submit(async (content) => confirmIssue(content.lines, issue(content))),
    /** Overwrites a newer version, which the page has reported. */
    saveAnyway: () => {
      reopen()
      return form.submit()
    },
  }
}
export type InvoiceEditor = ReturnType<typeof useInvoiceEditor>

/** Saves a draft, or issues it, and opens its page. */
function useStoring(draft: Invoice | undefined, markSaved: () => void) {
  const navigate = useNavigate()
  // The version at opening time: a newer one must not be overwritten unseen.
  const opened = useRef(draft)
  const leaveTo = ({ id, number }: Invoice) => {
    markSaved()
    if (number) notifyIssued(number)
    else notifyDone('Draft saved')
    return navigate({ to: '/billing/$invoiceId', params: { invoiceId: id }, replace: true })
  }
  const create = useAction(createInvoice, {
    also: stockOperations,
    onDone: (answer) => leaveTo(answer as Invoice),
  })
  const update = useAction(updateInvoice)
  const issue = useAction(issueInvoice, { also: stockOperations, onDone: leaveTo })

  const store = async (content: Content, { id, version }: Invoice): Promise<Invoice> => {
    opened.current = await update.mutateAsync({ ...content, invoiceId: id, version })
    return opened.current
  }
  return {
    storeDraft: async (content: Content) => {
      if (opened.current) await leaveTo(await store(content, opened.current))
      else await create.mutateAsync({ ...content, draft: true })
    },
    storeAndIssue: async (content: Content) => {
      if (!opened.current) return create.mutateAsync(content)
      const { id } = await store(content, opened.current)
      return issue.mutateAsync({ invoiceId: id })
    },
    /** Takes the version on the page as the opened one. */
    reopen: () => {
      opened.current = draft
    },
    saving: create.isPending || update.isPending || issue.isPending,
  }
}
