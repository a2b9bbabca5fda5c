import { Checkbox, Group, Input, Radio, Textarea } from '@mantine/core'
import {
  createCreditNote,
  currencyDecimals,
  decimalInput,
  type Input as InputOf,
  type Invoice,
  type InvoiceLine,
  quantityInput,
} from '#contract'
import { addDecimals, formatQuantity, isZero, subtractDecimals } from '../../../components/amounts.ts'
import { DecimalField } from '../../../components/decimal-field.tsx'
import type { FormRow } from '../../../components/form-fields.ts'
import { notifyDone } from '../../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'
import { stockOperations } from '../issuing.ts'
import classes from './credit-note-form.module.css'

type Values = {
  what: 'all' | 'some' | 'amount'
  lines: { key: string; quantity: string }[]
  /** As typed. */
  amount: string
  reason: string
  restock: boolean
}

/** Credits everything left of an invoice, some of its lines, or an amount. */
export function CreditNoteForm({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const left = leftToCredit(invoice)
  const form = useCreditNote(invoice, left, onClose)
  const { what } = form.values
  const rows = form.rows('lines')
  /** Lines with errors that are no longer shown, because someone else has credited them. */
  const gone = rows.filter(
    ({ values, errors }) => errors.quantity && !left.some(({ line }) => line.id === values.key),
  )
  return (
    <OperationForm form={form} submit="Issue credit note" onCancel={onClose}>
      <Radio.Group label="Credit" {...form.field('what')}>
        <Group gap="lg" mt={6}>
          <Radio value="all" label="Everything left" />
          <Radio value="some" label="Some lines" />
          <Radio value="amount" label="An amount" />
        </Group>
      </Radio.Group>
      {what === 'some' && <LinesToCredit left={left} rows={rows} />}
      {what === 'amount' && (
        <DecimalField
          label={`Amount in ${invoice.currency}`}
          currency={invoice.currency}
          rule={decimalInput({ sign: 'positive', digits: 12, decimals: currencyDecimals(invoice.currency) })}
          description="Including tax. Split across the lines that are not fully credited."
          {...form.field('amount')}
        />
      )}
      {what === 'some' && form.errors.lines && <Input.Error role="alert">{form.errors.lines}</Input.Error>}
      {gone.map(({ at, errors }) => (
        <Input.Error key={at} role="alert">
          <bdi>{invoice.lines[at]?.description}</bdi>: {errors.quantity}
        </Input.Error>
      ))}
      <Textarea
        label="Reason"
        description="Printed on the credit note."
        autosize
        minRows={2}
        data-autofocus
        dir="auto"
        {...form.field('reason')}
      />
      {invoice.movements.length > 0 && what !== 'amount' && (
        <Checkbox label="Return credited items to stock" {...form.field('restock', 'checkbox')} />
      )}
    </OperationForm>
  )
}

/** The state of the form. Its lines are all those of the invoice; the quantity of those not credited is empty. */
function useCreditNote(invoice: Invoice, left: LineLeft[], onClose: () => void) {
  return useOperationForm(createCreditNote, {
    initial: {
      what: 'all',
      lines: invoice.lines.map(({ id }) => ({ key: id, quantity: '' })),
      amount: '',
      reason: '',
      restock: invoice.movements.length > 0,
    } as Values,
    filled: (values) => ({
      ...values,
      lines: values.lines.filter(
        ({ key, quantity }) => quantity !== '' && left.some(({ line }) => line.id === key),
      ),
    }),
    input: ({ what, lines, amount, reason, restock }): InputOf<typeof createCreditNote> => ({
      invoiceId: invoice.id,
      reason,
      ...(what === 'some' && { lines: lines.map(({ key, quantity }) => ({ lineId: key, quantity })) }),
      ...(what === 'amount' ? { amount } : restock && { restock }),
    }),
    also: stockOperations,
    onDone: ({ creditNotes }) => {
      onClose()
      notifyDone(`Credit note ${creditNotes.at(-1)?.number} issued`)
    },
  })
}

/** Chooses lines, and how much of each. */
function LinesToCredit({ left, rows }: { left: LineLeft[]; rows: FormRow<Values['lines'][number]>[] }) {
  return (
    <ul className={classes.lines} data-plain>
      {left.map(({ line, left }) => {
        const row = rows.find(({ values }) => values.key === line.id)!
        return (
          <li key={line.id}>
            <Checkbox
              label={<bdi>{line.description}</bdi>}
              description={`${formatQuantity(left)} left to credit`}
              checked={row.values.quantity !== ''}
              onChange={(event) => row.change({ quantity: event.currentTarget.checked ? left : '' })}
            />
            <DecimalField
              aria-label={`Quantity of ${line.description}`}
              rule={quantityInput}
              {...row.field('quantity')}
            />
          </li>
        )
      })}
    </ul>
  )
}

interface LineLeft {
  line: InvoiceLine
  left: string
}

/** The lines that can still be credited, and how much of each. */
function leftToCredit({ lines, creditNotes }: Invoice): LineLeft[] {
  const credited = creditNotes.flatMap((note) => note.lines)
  return lines
    .map((line) => {
      const taken = credited.filter(({ lineId }) => lineId === line.id).map(({ quantity }) => quantity ?? '0')
      return { line, left: plain(subtractDecimals(line.quantity, taken.reduce(addDecimals, '0'))) }
    })
    .filter(({ left }) => !isZero(left))
}

/** Without trailing zeros. */
const plain = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)
