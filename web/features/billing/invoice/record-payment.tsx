import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import {
  currencyDecimals,
  decimalInput,
  type Invoice,
  type PaymentMethod,
  paymentMethods,
  recordPayment,
} from '#contract'
import { formatAmount } from '../../../components/amounts.ts'
import { DateField } from '../../../components/date-field.tsx'
import { DecimalField } from '../../../components/decimal-field.tsx'
import { notifyDone } from '../../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'
import { useToday } from '../../../today.ts'
import { methodNames } from '../payment-words.ts'

/** Records a full or partial payment, or a refund after a credit note. */
export function RecordPayment({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { id, currency, totals } = invoice
  const isRefund = totals.due.startsWith('-')
  const form = useOperationForm(recordPayment, {
    initial: {
      amount: totals.due.replace('-', ''),
      method: 'card' as PaymentMethod,
      receivedOn: useToday(),
      reference: '',
    },
    input: ({ amount, reference, receivedOn, method }) => ({
      invoiceId: id,
      method,
      // The API takes refunds as negative amounts.
      amount: `${isRefund ? '-' : ''}${amount}`,
      ...(receivedOn && { receivedOn }),
      ...(reference.trim() && { reference }),
    }),
    fieldOf: { overpayment: 'amount' },
    onDone: (_, { amount }) => {
      onClose()
      notifyDone(`${formatAmount(amount, currency)} recorded`)
    },
  })
  return (
    <OperationForm form={form} submit={isRefund ? 'Record refund' : 'Record payment'} onCancel={onClose}>
      <Text c="dimmed">
        {isRefund
          ? `To refund: ${formatAmount(totals.due.slice(1), currency)}.`
          : `Amount due: ${formatAmount(totals.due, currency)}.`}
      </Text>
      <DecimalField
        label={`Amount in ${currency}`}
        currency={currency}
        rule={decimalInput({ sign: 'positive', digits: 12, decimals: currencyDecimals(currency) })}
        data-autofocus
        {...form.field('amount')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect
          label="Payment method"
          data={paymentMethods.map((value) => ({ value, label: methodNames[value] }))}
          {...form.field('method')}
        />
        <DateField label={isRefund ? 'Refunded on' : 'Received on'} {...form.field('receivedOn')} />
      </SimpleGrid>
      <TextInput
        label="Reference"
        description="From the bank statement or receipt. Optional."
        dir="auto"
        {...form.field('reference')}
      />
    </OperationForm>
  )
}
