import { Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { getSettings, type Item, type Output, receiveStock } from '#contract'
import { useCall } from '../../../api.ts'
import { DateField } from '../../../components/date-field.tsx'
import { Modal } from '../../../components/modal.tsx'
import type { FormState } from '../../../components/operation-form.tsx'
import { useToday } from '../../../today.ts'
import { DocumentForm, onEnter } from '../document-form/document-form.tsx'
import { LinesGrid } from '../document-form/lines-grid.tsx'
import { useStockForm } from '../document-form/use-stock-form.ts'
import { CreateItem } from '../item-form.tsx'
import { LocationSelect } from '../locations.tsx'
import { ReceiveLineFields } from './receive-line.tsx'
import { blankHead, blankLine, deliveryOf, lacksOf, type ReceiveLine } from './receive-lines.ts'

const columns = (currency: string | undefined) => [
  { heading: 'Item', width: 'minmax(12rem, 1fr)' },
  { heading: 'Quantity', width: '8.5rem' },
  { heading: 'Lot', width: '9rem' },
  { heading: 'Expires', width: '9rem' },
  { heading: currency ? `Unit cost, ${currency}` : 'Unit cost', width: '7rem' },
]

interface ReceiveFormProps {
  /** The item of the first line, if that is known already. */
  item: Item | undefined
  /** `status` is 200 if the same note was received before. */
  onDone: (receipt: Output<typeof receiveStock>, status: number, note: string) => void
}

/** A delivery note in its own order: supplier, number, lines. */
export function ReceiveForm({ item, onDone }: ReceiveFormProps) {
  const today = useToday()
  const { data: settings } = useCall(getSettings)
  const [creating, setCreating] = useState<{ at: number; text: string }>()
  const { form, lines, leaveLines } = useStockForm(receiveStock, {
    head: blankHead,
    blank: blankLine,
    first: item && { ...blankLine, item },
    check: lacksOf,
    input: deliveryOf,
    onDone: (receipt, { deliveryNote, supplier }, status) =>
      onDone(receipt, status, `${deliveryNote} from ${supplier}`),
  })

  return (
    <>
      <DocumentForm form={form} label="Delivery" submit="Receive delivery">
        <DeliveryHead
          form={form}
          toLines={() => lines.focus(0, form.values.lines[0]?.item ? 'quantity' : 'item')}
        />
        <LinesGrid label="Lines of the delivery" {...{ form, lines }} columns={columns(settings?.currency)}>
          {(row) => (
            <ReceiveLineFields
              row={row}
              today={today}
              currency={settings?.currency}
              onPicked={() => lines.focus(row.at, 'quantity')}
              onEmptyEnter={leaveLines}
              onCreate={(text) => setCreating({ at: row.at, text })}
            />
          )}
        </LinesGrid>
        <ReceivedAt form={form} />
      </DocumentForm>
      {/* Outside the form: inside it, React would pass this form's submit event on to it. */}
      <NewItem
        named={creating?.text}
        onCreated={(item) => {
          form.rows('lines')[creating!.at]!.change({ item })
          lines.focus(creating!.at, 'quantity')
        }}
        onClose={() => setCreating(undefined)}
      />
    </>
  )
}

type Head = FormState<typeof blankHead & { lines: ReceiveLine[] }>

/** The supplier, the number of the note, and where the delivery goes. */
function DeliveryHead({ form, toLines }: { form: Head; toLines: () => void }) {
  const toNote = () => form.element.current?.querySelector<HTMLElement>('[name="deliveryNote"]')?.focus()
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
      <TextInput
        label="Supplier"
        data-first
        dir="auto"
        maxLength={200}
        {...form.field('supplier')}
        onKeyDown={onEnter(toNote)}
      />
      <TextInput
        label="Delivery note"
        autoComplete="off"
        dir="auto"
        maxLength={100}
        {...form.field('deliveryNote')}
        onKeyDown={onEnter(toLines)}
      />
      <LocationSelect label="Location" {...form.field('locationId')} onKeyDown={onEnter(toLines)} />
    </SimpleGrid>
  )
}

/** When the delivery was received. Usually now, so the field is out of the way of those who type on. */
function ReceivedAt({ form }: { form: Head }) {
  const [isBackdated, setBackdated] = useState(false)
  if (!isBackdated)
    return (
      <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => setBackdated(true)}>
        Set received date…
      </Button>
    )
  return (
    <Group gap="sm" align="flex-start">
      <DateField
        label="Received"
        description="Leave blank for now."
        autoFocus
        {...form.field('receivedAt')}
      />
      <TextInput type="time" label="Time" description="Optional." {...form.field('receivedTime')} />
    </Group>
  )
}

interface NewItemProps {
  /** What was typed into the line; undefined while the dialog is closed. */
  named: string | undefined
  onCreated: (item: Item) => void
  onClose: () => void
}

/** The dialog that creates an item which the delivery has and the inventory does not. */
function NewItem({ named, onCreated, onClose }: NewItemProps) {
  return (
    <Modal
      opened={named !== undefined}
      onClose={onClose}
      title="New item"
      // The focus moves to the line's quantity instead.
      returnFocus={false}
    >
      {named !== undefined && (
        <CreateItem
          named={named}
          onCreated={(item) => {
            onCreated(item)
            onClose()
          }}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}
