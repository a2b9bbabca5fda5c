import { Button, Text, Textarea } from '@mantine/core'
import { type Invoice, type Payment, reversePayment } from '#contract'
import { formatAmount } from '../../../components/amounts.ts'
import { FormDialog, useDialog } from '../../../components/form-dialog.tsx'
import { calendarDate } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'

interface ReversePaymentProps {
  payment: Payment
  invoice: Invoice
}

/** A button that asks for the reason, and reverses a payment or refund. */
export function ReversePayment({ payment, invoice }: ReversePaymentProps) {
  const dialog = useDialog(`reverse-${payment.id}`)
  const amount = formatAmount(payment.amount.replace('-', ''), invoice.currency)
  return (
    <>
      <Button
        size="compact-sm"
        onClick={dialog.open}
        aria-label={`Reverse the ${payment.kind} of ${amount} on ${calendarDate(payment.receivedOn)}`}
      >
        Reverse…
      </Button>
      <FormDialog dialog={dialog} title={`Reverse the ${payment.kind} of ${amount}?`}>
        <ReversalForm payment={payment} invoice={invoice} onClose={dialog.close} />
      </FormDialog>
    </>
  )
}

function ReversalForm({ payment, invoice, onClose }: ReversePaymentProps & { onClose: () => void }) {
  const { id: paymentId, kind } = payment
  const form = useOperationForm(reversePayment, {
    initial: { reason: '' },
    input: ({ reason }) => ({ paymentId, reason }),
    onDone: () => {
      onClose()
      notifyDone(`The ${kind} is reversed`)
    },
  })
  return (
    <OperationForm form={form} submit={`Reverse ${kind}`} onCancel={onClose}>
      <Text>
        The amount due of {invoice.number} changes back. The {kind} and its reversal both stay on the invoice.
        A reversal cannot be reversed: to undo it, record the {kind} again.
      </Text>
      <Textarea
        label="Reason"
        description="For example a bounced debit, a chargeback or the wrong patient."
        autosize
        minRows={2}
        data-autofocus
        dir="auto"
        {...form.field('reason')}
      />
    </OperationForm>
  )
}
