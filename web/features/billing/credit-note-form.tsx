import { Button, Checkbox, Input, Radio, Stack, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { createCreditNote, type Input as InputOf, type Invoice, quantityInput } from '#contract'
import { formatQuantity, readDecimal } from '../../components/amounts.ts'
import { DecimalField } from '../../components/decimal-field.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import classes from './credit-note-form.module.css'
import { stockOperations } from './issuing.ts'
import { leftToCredit } from './left-to-credit.ts'

interface Values extends Record<string, unknown> {
  what: 'all' | 'some'
  /** By the id of a line: its quantity, as typed; empty where nothing of it is credited. */
  lines: Record<string, string>
  reason: string
  restock: boolean
}

/** A credit note on all that is left of an invoice, or on some of its lines. */
export function CreditNoteForm({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const left = leftToCredit(invoice)
  // What is wrong is told by the place among the lines that were sent. Meanwhile others may be chosen here, or
  // credited by someone else.
  const sent = useRef<string[]>([])
  const form = useOperationForm(createCreditNote, {
    initial: { what: 'all', lines: {}, reason: '', restock: invoice.movements.length > 0 } as Values,
    input: ({ what, lines, reason, restock }): InputOf<typeof createCreditNote> => {
      const some = left
        .map(({ line }) => ({ lineId: line.id, quantity: readDecimal(lines[line.id] ?? '') }))
        .filter(({ quantity }) => quantity !== '')
      sent.current = some.map(({ lineId }) => lineId)
      return {
        invoiceId: invoice.id,
        reason,
        ...(what === 'some' && { lines: some }),
        ...(restock && { restock }),
      }
    },
    also: stockOperations,
    onDone: ({ creditNotes }) => {
      onClose()
      notifyDone(`Credit note ${creditNotes.at(-1)?.number} is issued`)
    },
  })
  const { what, lines } = form.values
  const put = (lineId: string, quantity: string) =>
    form.setValue('lines', { ...lines, [lineId]: quantity } as never)
  const wrong = Object.entries(form.errors).flatMap(([path, message]) => {
    const [, at] = /^lines\.(\d+)/.exec(path) ?? []
    return at ? [{ lineId: sent.current[Number(at)], message }] : []
  })
  const errorOf = (lineId: string) => wrong.find((one) => one.lineId === lineId)?.message
  /** Of lines that are no longer shown. */
  const gone = wrong.filter(({ lineId }) => !left.some(({ line }) => line.id === lineId))

  return (
    <OperationForm
      form={form}
      submit="Issue credit note"
      cancel={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <Radio.Group label="What is credited" {...form.field('what')}>
        <Stack gap="xs" mt={6}>
          <Radio value="all" label="All that is left of the invoice" />
          <Radio value="some" label="Some of its lines" />
        </Stack>
      </Radio.Group>
      {what === 'some' && (
        <ul className={classes.lines}>
          {left.map(({ line, left }) => {
            const quantity = lines[line.id] ?? ''
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
                  rule={quantityInput}
                  value={quantity}
                  onChange={(quantity) => put(line.id, quantity)}
                  error={errorOf(line.id)}
                />
              </li>
            )
          })}
        </ul>
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
      {invoice.movements.length > 0 && (
        <Checkbox label="Put what is credited back into stock" {...form.field('restock', 'checkbox')} />
      )}
    </OperationForm>
  )
}
