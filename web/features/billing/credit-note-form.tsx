import { Button, Checkbox, Input, Radio, Stack, Textarea } from '@mantine/core'
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
  /** The quantity of each line, as typed; empty where nothing of it is credited. */
  lines: { lineId: string; quantity: string }[]
  reason: string
  restock: boolean
}

/** A credit note on all that is left of an invoice, or on some of its lines. */
export function CreditNoteForm({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const left = leftToCredit(invoice)
  const form = useOperationForm(createCreditNote, {
    initial: {
      what: 'all',
      lines: left.map(({ line }) => ({ lineId: line.id, quantity: '' })),
      reason: '',
      restock: invoice.movements.length > 0,
    } as Values,
    input: (values) => inputOf(values, invoice.id),
    also: stockOperations,
    onDone: ({ creditNotes }) => {
      onClose()
      notifyDone(`Credit note ${creditNotes.at(-1)?.number} is issued`)
    },
  })
  const { what, lines } = form.values
  const chosen = lines.filter(isChosen).map(({ lineId }) => lineId)
  /** What is wrong with one of the lines that are sent. */
  const errorOf = (lineId: string) => {
    const place = `lines.${chosen.indexOf(lineId)}`
    return form.errors[`${place}.quantity`] ?? form.errors[place]
  }
  const put = (at: number, quantity: string) =>
    form.setValue('lines', lines.map((line, other) => (other === at ? { ...line, quantity } : line)) as never)

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
          {left.map(({ line, left }, at) => {
            const quantity = lines[at]?.quantity ?? ''
            return (
              <li key={line.id}>
                <Checkbox
                  label={<bdi>{line.description}</bdi>}
                  description={`${formatQuantity(left)} left to credit`}
                  checked={quantity !== ''}
                  onChange={(event) => put(at, event.currentTarget.checked ? left : '')}
                />
                <DecimalField
                  aria-label={`Quantity of ${line.description}`}
                  rule={quantityInput}
                  value={quantity}
                  onChange={(quantity) => put(at, quantity)}
                  error={errorOf(line.id)}
                />
              </li>
            )
          })}
        </ul>
      )}
      {what === 'some' && form.errors.lines && <Input.Error role="alert">{form.errors.lines}</Input.Error>}
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

const isChosen = ({ quantity }: Values['lines'][number]) => quantity.trim() !== ''

function inputOf(
  { what, lines, reason, restock }: Values,
  invoiceId: string,
): InputOf<typeof createCreditNote> {
  const some = lines
    .filter(isChosen)
    .map(({ lineId, quantity }) => ({ lineId, quantity: readDecimal(quantity) }))
  return { invoiceId, reason, ...(what === 'some' && { lines: some }), ...(restock && { restock }) }
}
