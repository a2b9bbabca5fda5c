import { Button, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import {
  currencyDecimals,
  decimalInput,
  type Invoice,
  type PaymentMethod,
  paymentMethods,
  recordPayment,
} from '#contract'
import { formatAmount, readDecimal } from '../../components/amounts.ts'
import { DecimalField } from '../../components/decimal-field.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { useToday } from '../../today.ts'
import { methodNames } from './methods.ts'

/** A payment in part or in full, or what is given back after a credit note. */
export function RecordPayment({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { id, currency, totals } = invoice
  const form = useOperationForm(recordPayment, {
    initial: {
      amount: totals.due,
      method: 'card' as PaymentMethod,
      receivedOn: useToday(),
      reference: '',
    },
    input: ({ amount, reference, receivedOn, method }) => ({
      invoiceId: id,
      method,
      amount: readDecimal(amount),
      ...(receivedOn && { receivedOn }),
      ...(reference.trim() && { reference }),
    }),
    fieldOf: { overpayment: 'amount' },
    onDone: (_, { amount }) => {
      onClose()
      notifyDone(`${formatAmount(readDecimal(amount), currency)} is recorded`)
    },
  })
  return (
    <OperationForm
      form={form}
      submit="Record"
      cancel={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <Text c="dimmed">
        {totals.due.startsWith('-')
          ? `${formatAmount(totals.due.slice(1), currency)} is to be given back: enter it with a minus.`
          : `${formatAmount(totals.due, currency)} is left to pay.`}
      </Text>
      <DecimalField
        label={`Amount in ${currency}`}
        rule={decimalInput({ sign: 'not zero', digits: 12, decimals: currencyDecimals(currency) })}
        data-autofocus
        {...form.field('amount')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect
          label="Paid by"
          data={paymentMethods.map((value) => ({ value, label: methodNames[value] }))}
          {...form.field('method')}
        />
        <TextInput type="date" label="Received on" max="9999-12-31" {...form.field('receivedOn')} />
      </SimpleGrid>
      <TextInput
        label="Reference"
        description="As the bank or the receipt has it. Optional."
        dir="auto"
        {...form.field('reference')}
      />
    </OperationForm>
  )
}
