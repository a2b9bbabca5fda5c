import { Modal, SimpleGrid, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { getSettings, type Output, receiveStock } from '#contract'
import { useCall } from '../../api.ts'
import { useToday } from '../../today.ts'
import { CreateItem } from './create-item.tsx'
import { DocumentForm } from './document-form.tsx'
import { LinesGrid } from './lines-grid.tsx'
import { LocationSelect } from './location-select.tsx'
import { ReceiveLineFields } from './receive-line.tsx'
import { blankHead, blankLine, deliveryOf, isBlankLine, lacksOf } from './receive-lines.ts'
import { ReceivedAt } from './received-at.tsx'
import { useDocumentForm } from './use-document-form.ts'
import { useFindItem } from './use-item-search.ts'

const columns = (currency: string | undefined) => [
  { heading: 'Item', width: 'minmax(12rem, 1fr)' },
  { heading: 'Quantity', width: '8.5rem' },
  { heading: 'Lot', width: '9rem' },
  { heading: 'Expires', width: '9rem' },
  { heading: currency ? `Unit cost, ${currency}` : 'Unit cost', width: '7rem' },
]

interface ReceiveFormProps {
  /** With the status of the answer: 200 where the same note was received before. */
  onDone: (receipt: Output<typeof receiveStock>, status: number, note: string) => void
}

/** A delivery note, in its own order: who sent it, its number, and then its lines. */
export function ReceiveForm({ onDone }: ReceiveFormProps) {
  const today = useToday()
  const { data: settings } = useCall(getSettings)
  const [making, setMaking] = useState<{ key: number; text: string }>()
  const findItem = useFindItem()
  const delivery = useDocumentForm(receiveStock, {
    head: blankHead,
    blank: blankLine,
    isBlank: isBlankLine,
    complete: async ({ item, typed }) => {
      const found = item || !typed.trim() ? undefined : (await findItem(typed)).item
      return found ? { item: found } : {}
    },
    check: lacksOf,
    input: deliveryOf,
    onDone: (receipt, status) => onDone(receipt, status, `${head.deliveryNote} from ${head.supplier}`),
  })
  const { head, headErrors, rows } = delivery

  const first = () => delivery.focus(rows[0]!.key)
  const enter = (goOn: () => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    goOn()
  }
  const goTo = (name: string) =>
    delivery.form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()

  return (
    <>
      <DocumentForm state={delivery} label="Delivery" submit="Receive the delivery">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          <TextInput
            label="Supplier"
            name="supplier"
            data-first
            dir="auto"
            maxLength={200}
            value={head.supplier}
            error={headErrors.supplier}
            onChange={(event) => delivery.setHead({ supplier: event.currentTarget.value })}
            onKeyDown={enter(() => goTo('deliveryNote'))}
          />
          <TextInput
            label="Delivery note"
            name="deliveryNote"
            autoComplete="off"
            dir="auto"
            maxLength={100}
            value={head.deliveryNote}
            error={headErrors.deliveryNote}
            onChange={(event) => delivery.setHead({ deliveryNote: event.currentTarget.value })}
            onKeyDown={enter(first)}
          />
          <LocationSelect
            label="Put into"
            name="locationId"
            value={head.locationId || undefined}
            error={headErrors.locationId}
            onChange={(locationId) => delivery.setHead({ locationId })}
            onKeyDown={enter(first)}
          />
        </SimpleGrid>
        <LinesGrid label="Lines of the delivery" rows={delivery} columns={columns(settings?.currency)}>
          {(line) => (
            <ReceiveLineFields
              line={line}
              errors={delivery.errorsOf(line.key)}
              isRefused={delivery.refusal !== undefined}
              today={today}
              onChange={(patch, clears) => delivery.change(line.key, patch, clears)}
              onPicked={() => delivery.focus(line.key, 'quantity')}
              onEmptyEnter={delivery.leaveLines}
              onMake={(text) => setMaking({ key: line.key, text })}
            />
          )}
        </LinesGrid>
        <ReceivedAt
          value={head.receivedAt}
          error={headErrors.receivedAt}
          onChange={(receivedAt) => delivery.setHead({ receivedAt })}
        />
      </DocumentForm>
      {/* Beside the form: within it, React would hand on to it what is submitted here. */}
      <Modal
        opened={making !== undefined}
        onClose={() => setMaking(undefined)}
        title="New item"
        // The line goes on at its quantity.
        returnFocus={false}
      >
        {making && (
          <CreateItem
            named={making.text}
            onMade={(item) => {
              delivery.change(making.key, { item }, ['itemId'])
              delivery.focus(making.key, 'quantity')
              setMaking(undefined)
            }}
            onCancel={() => setMaking(undefined)}
          />
        )}
      </Modal>
    </>
  )
}
