import { Button, Checkbox, Text, Textarea } from '@mantine/core'
import { IconBan, IconFileTypePdf, IconReceiptRefund, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import {
  createCreditNote,
  deleteInvoice,
  type Invoice,
  issueInvoice,
  recordPayment,
  updateInvoice,
  voidInvoice,
} from '#contract'
import { useAction } from '../../../api.ts'
import { isNegative, isZero } from '../../../components/amounts.ts'
import { confirm } from '../../../components/confirm.tsx'
import { FormDialog, useDialog } from '../../../components/form-dialog.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { MenuAction, MoreActions } from '../../../components/more-actions.tsx'
import { notifyDone } from '../../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'
import { useMay } from '../../../session.ts'
import { confirmIssue, notifyIssued, stockOperations } from '../issuing.ts'
import { CreditNoteForm } from './credit-note-form.tsx'
import { InvoiceDownloads, pdfAddress } from './invoice-downloads.tsx'
import { RecordPayment } from './record-payment.tsx'

/** The actions that the state of an invoice allows. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const { id, status, totals, payments, creditNotes, number } = invoice
  const paying = useDialog('payment')
  const crediting = useDialog('credit')
  const voiding = useDialog('void')
  const { issue, deleteDraft } = useInvoiceActions(invoice)
  const isUnpaid = payments.every(({ kind, reversedBy }) => kind === 'reversal' || reversedBy !== null)
  const may = useMay()
  const mayVoid = may(voidInvoice) && isUnpaid && creditNotes.length === 0
  const isDraft = status === 'draft'
  const mayChange = isDraft && may(updateInvoice)
  const isLive = status === 'issued' || status === 'paid'
  const isCredited = totals.credited === totals.gross && !isZero(totals.gross)
  const mayCredit = may(createCreditNote) && isLive && !isCredited
  const mayPay = may(recordPayment) && isLive && !isZero(totals.due)

  return (
    <>
      {(mayChange || mayCredit || (isLive && mayVoid)) && (
        <MoreActions width={240}>
          {mayCredit && (
            <MenuAction icon={IconReceiptRefund} label="Create credit note…" onClick={crediting.open} />
          )}
          {isLive && mayVoid && (
            <MenuAction icon={IconBan} label="Void invoice…" color="red" onClick={voiding.open} />
          )}
          {mayChange && (
            <MenuAction icon={IconTrash} label="Delete draft…" color="red" onClick={deleteDraft} />
          )}
        </MoreActions>
      )}
      {isLive ? (
        <InvoiceDownloads invoice={invoice} onCredit={mayCredit ? crediting.open : undefined} />
      ) : (
        <Button
          component="a"
          href={pdfAddress(invoice)}
          target="_blank"
          rel="noopener"
          leftSection={<IconFileTypePdf size={16} aria-hidden />}
        >
          PDF
        </Button>
      )}
      {mayChange && (
        <>
          <ButtonLink to="/billing/$invoiceId/edit" params={{ invoiceId: id }}>
            Edit
          </ButtonLink>
          <Button variant="filled" onClick={issue}>
            Issue invoice…
          </Button>
        </>
      )}
      {mayPay && (
        <Button variant="filled" onClick={paying.open}>
          {isNegative(totals.due) ? 'Record refund' : 'Record payment'}
        </Button>
      )}
      <FormDialog dialog={paying} title={`${isNegative(totals.due) ? 'Refund' : 'Payment'} on ${number}`}>
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

/** The actions that need no form. Issuing and deleting ask first. */
function useInvoiceActions({ id, billTo, lines }: Invoice) {
  const navigate = useNavigate()
  const issuing = useAction(issueInvoice, { also: stockOperations })
  const deletion = useAction(deleteInvoice, { onDone: () => navigate({ to: '/billing', replace: true }) })
  return {
    issue: () =>
      confirmIssue(lines, async () => {
        const { number } = await issuing.mutateAsync({ invoiceId: id })
        notifyIssued(number)
      }),
    deleteDraft: () =>
      confirm({
        title: `Delete the draft for “${billTo.name}”?`,
        consequences: 'A draft has no number, so no number goes missing. This cannot be undone.',
        confirm: 'Delete draft',
        act: () => deletion.mutateAsync({ invoiceId: id }),
        done: 'Draft deleted',
      }),
  }
}

function VoidInvoice({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { id, number, movements } = invoice
  const form = useOperationForm(voidInvoice, {
    initial: { reason: '', restock: movements.length > 0 },
    input: ({ reason, restock }) => ({ invoiceId: id, reason, ...(restock && { restock }) }),
    also: stockOperations,
    onDone: () => {
      onClose()
      notifyDone(`Invoice ${number} voided`)
    },
  })
  return (
    <OperationForm form={form} submit="Void invoice" onCancel={onClose}>
      <Text>
        The invoice stays readable and keeps its number, but nothing is due any more. This cannot be undone.
      </Text>
      <Textarea
        label="Reason"
        description="Printed on the invoice."
        autosize
        minRows={2}
        data-autofocus
        dir="auto"
        {...form.field('reason')}
      />
      {movements.length > 0 && (
        <Checkbox label="Return its items to stock" {...form.field('restock', 'checkbox')} />
      )}
    </OperationForm>
  )
}
