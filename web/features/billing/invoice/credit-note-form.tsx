import { Checkbox, Group, Input, Radio, Textarea } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import {
  createCreditNote,
  currencyDecimals,
  type Input as InputOf,
  type Invoice,
  type InvoiceLine,
} from '#contract'
import { own } from '#rules/own'
import { addDecimals, formatQuantity, isZero, subtractDecimals } from '../../../components/amounts.ts'
import { DecimalField } from '../../../components/decimal-field.tsx'
import { notifyDone } from '../../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'
import { stockOperations } from '../issuing.ts'
import classes from './credit-note-form.module.css'

interface Values extends Record<string, unknown> {
  what: 'all' | 'some' | 'amount'
  /** Quantities as typed, by line id; empty for lines that are not credited. */
  lines: Record<string, string>
  /** As typed. */
  amount: string
  reason: string
  restock: boolean
}

/** Credits everything left of an invoice, some of its lines, or an amount. */
export function CreditNoteForm({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { form, left, errorOf, gone } = useCreditNote(invoice, onClose)
  const { what, lines } = form.values
  return (
    <OperationForm form={form} submit="Issue credit note" onCancel={onClose}>
      <Radio.Group label="Credit" {...form.field('what')}>
        <Group gap="lg" mt={6}>
          <Radio value="all" label="Everything left" />
          <Radio value="some" label="Some lines" />
          <Radio value="amount" label="An amount" />
        </Group>
      </Radio.Group>
      {what === 'some' && (
        <LinesToCredit
          left={left}
          quantities={lines}
          errorOf={errorOf}
          onChange={(lines) => form.setValue('lines', lines as never)}
        />
      )}
      {what === 'amount' && (
        <DecimalField
          label={`Amount in ${invoice.currency}`}
          currency={invoice.currency}
          rule={({ decimalInput }) =>
            decimalInput({ sign: 'positive', digits: 12, decimals: currencyDecimals(invoice.currency) })
          }
          description="Including tax. Split across the lines that are not fully credited."
          {...form.field('amount')}
        />
      )}
      {what === 'some' && form.errors.lines && <Input.Error role="alert">{form.errors.lines}</Input.Error>}
      {gone.map(({ lineId, message }) => (
        <Input.Error key={lineId} role="alert">
          <bdi>{invoice.lines.find(({ id }) => id === lineId)?.description}</bdi>: {message}
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

/** The state of the form, with the lines that can be credited and the errors of lines. */
function useCreditNote(invoice: Invoice, onClose: () => void) {
  const left = leftToCredit(invoice)
  // Errors name the place among the lines sent. By then, other lines may be chosen here or credited by someone else.
  const sent = useRef<string[]>([])
  const form = useOperationForm(createCreditNote, {
    initial: {
      what: 'all',
      lines: {},
      amount: '',
      reason: '',
      restock: invoice.movements.length > 0,
    } as Values,
    input: ({ what, lines, amount, reason, restock }): InputOf<typeof createCreditNote> => {
      const some = left
        .map(({ line }) => ({ lineId: line.id, quantity: own(lines, line.id) ?? '' }))
        .filter(({ quantity }) => quantity !== '')
      sent.current = some.map(({ lineId }) => lineId)
      return {
        invoiceId: invoice.id,
        reason,
        ...(what === 'some' && { lines: some }),
        ...(what === 'amount' ? { amount } : restock && { restock }),
      }
    },
    also: stockOperations,
    onDone: ({ creditNotes }) => {
      onClose()
      notifyDone(`Credit note ${creditNotes.at(-1)?.number} issued`)
    },
  })
  const wrong = Object.entries(form.errors).flatMap(([path, message]) => {
    const [, at] = /^lines\.(\d+)/.exec(path) ?? []
    return at ? [{ lineId: sent.current[Number(at)], message }] : []
  })
  const errorOf = (lineId: string) => wrong.find((one) => one.lineId === lineId)?.message
  /** Errors of lines that are no longer shown. */
  const gone = wrong.filter(({ lineId }) => !left.some(({ line }) => line.id === lineId))
  return { form, left, errorOf, gone }
}

interface LinesToCreditProps {
  left: LineLeft[]
  /** As typed, by line id; empty for lines that are not credited. */
  quantities: Values['lines']
  errorOf: (lineId: string) => ReactNode
  onChange: (quantities: Values['lines']) => void
}

/** Chooses lines, and how much of each. */
function LinesToCredit({ left, quantities, errorOf, onChange }: LinesToCreditProps) {
  const put = (lineId: string, quantity: string) => onChange({ ...quantities, [lineId]: quantity })
  return (
    <ul className={classes.lines} data-plain>
      {left.map(({ line, left }) => {
        const quantity = own(quantities, line.id) ?? ''
        return (
          <li key={line.id}>
            <Checkbox
              label={<bdi>{line.description}</bdi>}
              description={`${formatQuantity(left)} left to credit`}
              checked={quantity !== ''}
              onChange={(event) => put(line.id, event.currentTarget.checked ? left : '')}
            />
            <DecimalField
              aria-label={`Quantity of ${line.description}`}
              rule={({ quantityInput }) => quantityInput}
              value={quantity}
              onChange={(quantity) => put(line.id, quantity)}
              error={errorOf(line.id)}
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
