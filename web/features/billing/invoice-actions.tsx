import { Button, Menu } from '@mantine/core'
import { IconBan, IconFileCode, IconFileTypePdf, IconReceiptRefund, IconTrash } from '@tabler/icons-react'
import { requestOf } from '#client'
import { getInvoicePdf, type Invoice, voidInvoice } from '#contract'
import { isZero } from '../../components/amounts.ts'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { MoreActions } from '../../components/more-actions.tsx'
import { useMay } from '../../session.ts'
import { CreditNoteForm } from './credit-note-form.tsx'
import { RecordPayment } from './record-payment.tsx'
import { useDeleteDraft } from './use-delete-draft.ts'
import { useDownloadUbl } from './use-download-ubl.ts'
import { useIssue } from './use-issue.ts'
import { VoidInvoice } from './void-invoice.tsx'

/** What can be done with an invoice as it stands. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const { id, status, totals, payments, creditNotes, number } = invoice
  const paying = useDialog('payment')
  const crediting = useDialog('credit')
  const voiding = useDialog('void')
  const issue = useIssue(invoice)
  const remove = useDeleteDraft(invoice)
  const downloadUbl = useDownloadUbl(invoice)
  const mayVoid = useMay()(voidInvoice) && payments.length === 0 && creditNotes.length === 0
  const isDraft = status === 'draft'
  const isLive = status === 'issued' || status === 'paid'
  const isCredited = totals.credited === totals.gross && !isZero(totals.gross)

  return (
    <>
      {status !== 'void' && (
        <MoreActions width={240}>
          {isLive && (
            <Menu.Item leftSection={<IconFileCode size={16} />} onClick={downloadUbl}>
              Download UBL
            </Menu.Item>
          )}
          {isLive && !isCredited && (
            <Menu.Item leftSection={<IconReceiptRefund size={16} />} onClick={crediting.open}>
              Credit note…
            </Menu.Item>
          )}
          {isLive && mayVoid && (
            <Menu.Item leftSection={<IconBan size={16} />} color="red" onClick={voiding.open}>
              Void…
            </Menu.Item>
          )}
          {isDraft && (
            <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={remove}>
              Delete…
            </Menu.Item>
          )}
        </MoreActions>
      )}
      <Button
        component="a"
        href={requestOf(getInvoicePdf, { invoiceId: id }).url}
        target="_blank"
        rel="noopener"
        variant="default"
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
      >
        PDF
      </Button>
      {isDraft && (
        <>
          <ButtonLink variant="default" to="/billing/$invoiceId/edit" params={{ invoiceId: id }}>
            Edit
          </ButtonLink>
          <Button onClick={issue}>Issue invoice…</Button>
        </>
      )}
      {isLive && !isZero(totals.due) && (
        <Button onClick={paying.open}>
          {totals.due.startsWith('-') ? 'Record refund' : 'Record payment'}
        </Button>
      )}
      <FormDialog dialog={paying} title={`Payment on ${number}`}>
        <RecordPayment invoice={invoice} onClose={paying.close} />
      </FormDialog>
      <FormDialog dialog={crediting} title={`Credit note on ${number}`}>
        <CreditNoteForm invoice={invoice} onClose={crediting.close} />
      </FormDialog>
      <FormDialog dialog={voiding} title={`Void ${number}?`}>
        <VoidInvoice invoice={invoice} onClose={voiding.close} />
      </FormDialog>
    </>
  )
}
