import { Button, Checkbox, Text, Textarea } from '@mantine/core'
import { type Invoice, voidInvoice } from '#contract'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { stockOperations } from './issuing.ts'

export function VoidInvoice({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { id, number, movements } = invoice
  const form = useOperationForm(voidInvoice, {
    initial: { reason: '', restock: movements.length > 0 },
    input: ({ reason, restock }) => ({ invoiceId: id, reason, ...(restock && { restock }) }),
    also: stockOperations,
    onDone: () => {
      onClose()
      notifyDone(`${number} is void`)
    },
  })
  return (
    <OperationForm
      form={form}
      submit="Void invoice"
      cancel={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <Text>
        It stays readable and keeps its number, which is not given again, and nothing is left to pay. This
        cannot be undone.
      </Text>
      <Textarea
        label="Reason"
        description="Stands on the invoice from then on."
        autosize
        minRows={2}
        data-autofocus
        dir="auto"
        {...form.field('reason')}
      />
      {movements.length > 0 && (
        <Checkbox label="Put what it took back into stock" {...form.field('restock', 'checkbox')} />
      )}
    </OperationForm>
  )
}
