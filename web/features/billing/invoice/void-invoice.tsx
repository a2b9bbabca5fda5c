import { Checkbox, Text, Textarea } from '@mantine/core'
import { type Invoice, voidInvoice } from '#contract'
import { notifyDone } from '../../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'
import { stockOperations } from '../issuing.ts'

export function VoidInvoice({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
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
