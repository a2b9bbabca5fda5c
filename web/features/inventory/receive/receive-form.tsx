import { Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { getSettings, type Item, type Output, receiveStock } from '#contract'
import { useCall } from '../../../api.ts'
import { DateField } from '../../../components/date-field.tsx'
import { Modal } from '../../../components/modal.tsx'
import { useToday } from '../../../today.ts'
import { DocumentForm } from '../document-form/document-form.tsx'
import { LinesGrid } from '../document-form/lines-grid.tsx'
import { useDocumentForm } from '../document-form/use-document-form.ts'
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
  const [creating, setCreating] = useState<{ key: number; text: string }>()
  const delivery = useDocumentForm(receiveStock, {
    head: blankHead,
    blank: blankLine,
    first: item && { ...blankLine, item },
    check: lacksOf,
    input: deliveryOf,
    onDone: (receipt, status) => onDone(receipt, status, `${head.deliveryNote} from ${head.supplier}`),
  })
  const { head } = delivery

  return (
    <>
      <DocumentForm state={delivery} label="Delivery" submit="Receive delivery">
        <DeliveryHead delivery={delivery} />
        <LinesGrid label="Lines of the delivery" rows={delivery} columns={columns(settings?.currency)}>
          {(line) => (
            <ReceiveLineFields
              line={line}
              errors={delivery.errorsOf(line.key)}
              isRefused={delivery.refusal !== undefined}
              today={today}
              currency={settings?.currency}
              onChange={(patch, clears) => delivery.change(line.key, patch, clears)}
              onPicked={() => delivery.focus(line.key, 'quantity')}
              onEmptyEnter={delivery.leaveLines}
              onCreate={(text) => setCreating({ key: line.key, text })}
            />
          )}
        </LinesGrid>
        <ReceivedAt delivery={delivery} />
      </DocumentForm>
      {/* Outside the form: inside it, React would pass this form's submit event on to it. */}
      <NewItem
        named={creating?.text}
        onCreated={(item) => {
          delivery.change(creating!.key, { item }, ['itemId'])
          delivery.focus(creating!.key, 'quantity')
        }}
        onClose={() => setCreating(undefined)}
      />
    </>
  )
}

type Delivery = ReturnType<typeof useDocumentForm<typeof receiveStock, typeof blankHead, ReceiveLine>>

/** The supplier, the number of the note, and where the delivery goes. */
function DeliveryHead({ delivery }: { delivery: Delivery }) {
  const { headField, rows } = delivery
  const toLines = () => delivery.focus(rows[0]!.key, rows[0]!.item ? 'quantity' : 'item')
  const toNote = () => delivery.form.current?.querySelector<HTMLElement>('[name="deliveryNote"]')?.focus()
  const onEnter = (goOn: () => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    goOn()
  }

  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
      <TextInput
        label="Supplier"
        data-first
        dir="auto"
        maxLength={200}
        {...headField('supplier')}
        onKeyDown={onEnter(toNote)}
      />
      <TextInput
        label="Delivery note"
        autoComplete="off"
        dir="auto"
        maxLength={100}
        {...headField('deliveryNote')}
        onKeyDown={onEnter(toLines)}
      />
      <LocationSelect label="Location" {...headField('locationId')} onKeyDown={onEnter(toLines)} />
    </SimpleGrid>
  )
}

/** When the delivery was received. Usually now, so the field is out of the way of those who type on. */
function ReceivedAt({ delivery: { headField, changeHead } }: { delivery: Delivery }) {
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
        {...headField('receivedAt')}
        onChange={(receivedAt) => changeHead({ receivedAt })}
      />
      <TextInput type="time" label="Time" description="Optional." {...headField('receivedTime')} />
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
