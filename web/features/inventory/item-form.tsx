import { Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { createItem, type Item, updateItem } from '#contract'
import { DecimalField } from '../../components/decimal-field.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'

const trackings = { quantity: 'Quantity only', lot: 'By lot', expiry: 'By lot and expiry date' }
type Tracking = keyof typeof trackings

const fields = ['sku', 'name', 'unit', 'gtin', 'reorderLevel'] as const
type ItemValues = Record<(typeof fields)[number], string> & { tracking: Tracking }

/** How the quantity of an item is tracked: `By lot`. */
export const trackingName = (item: Item): string => trackings[trackingOf(item)]

const trackingOf = ({ lotTracking, expiryTracking }: Item): Tracking =>
  expiryTracking ? 'expiry' : lotTracking ? 'lot' : 'quantity'

const valuesOf = (known: Partial<Item>, tracking: Tracking): ItemValues => ({
  ...(Object.fromEntries(fields.map((field) => [field, known[field] ?? ''])) as ItemValues),
  tracking,
})

/** What the API takes, without tracking. */
const inputOf = ({ sku, name, unit, gtin, reorderLevel }: ItemValues) => ({
  sku,
  name,
  unit,
  gtin: gtin.trim() || null,
  reorderLevel: reorderLevel || null,
})

const trackingInput = ({ tracking }: ItemValues) => ({
  lotTracking: tracking !== 'quantity',
  expiryTracking: tracking === 'expiry',
})

/** A known text in the field it fits: a GTIN that was scanned, or a name or SKU that was searched. */
const named = (text: string) =>
  /^(\d{8}|\d{12,14})$/.test(text) ? { gtin: text } : /\s/.test(text) ? { name: text } : { sku: text }

interface CreateItemProps {
  /** The text that was typed or scanned when the item was not found. */
  named?: string
  onCreated: (item: Item) => void
  onCancel: () => void
}

export function CreateItem({ named: text = '', onCreated, onCancel }: CreateItemProps) {
  const form = useOperationForm(createItem, {
    initial: valuesOf(named(text), 'quantity'),
    input: (values) => ({ ...inputOf(values), ...trackingInput(values) }),
    fieldOf: { sku_taken: 'sku', gtin_taken: 'gtin' },
    onDone: onCreated,
  })
  return (
    <OperationForm form={form} submit="Create item" onCancel={onCancel}>
      <ItemFields field={form.field} />
    </OperationForm>
  )
}

export function EditItem({ item, onClose }: { item: Item; onClose: () => void }) {
  // The version at opening time: a newer one must not be overwritten unseen.
  const [opened] = useState(item)
  const form = useOperationForm(updateItem, {
    initial: valuesOf(opened, trackingOf(opened)),
    input: (values) => ({
      ...inputOf(values),
      ...(values.tracking !== trackingOf(opened) && trackingInput(values)),
      itemId: opened.id,
      version: opened.version,
    }),
    fieldOf: { sku_taken: 'sku', gtin_taken: 'gtin', item_has_moved: 'tracking', item_in_stock: 'unit' },
    onDone: onClose,
  })
  return (
    <OperationForm form={form} submit="Save" onCancel={onClose}>
      <ItemFields field={form.field} />
    </OperationForm>
  )
}

function ItemFields({ field }: { field: (name: keyof ItemValues & string) => object }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label="SKU"
          description="Your own short code, such as A-100."
          data-autofocus
          autoComplete="off"
          {...field('sku')}
        />
        <TextInput
          label="Unit"
          description="Such as tablet, box or ml."
          autoComplete="off"
          {...field('unit')}
        />
      </SimpleGrid>
      <TextInput label="Name" dir="auto" autoComplete="off" {...field('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label="GTIN"
          description="The number below the barcode. Lets you scan the item. Optional."
          inputMode="numeric"
          autoComplete="off"
          // Scanners end a code with Enter, which must not submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          {...field('gtin')}
        />
        <DecimalField
          label="Reorder level"
          description="The item is flagged as low below this level. Optional."
          rule={createItem.body.shape.reorderLevel}
          {...field('reorderLevel')}
        />
      </SimpleGrid>
      <Radio.Group label="Tracking" description="Fixed once stock has moved." {...field('tracking')}>
        <Stack gap="xs" my={6}>
          {Object.entries(trackings).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    </>
  )
}
