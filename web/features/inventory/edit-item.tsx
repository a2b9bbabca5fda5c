import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Item, updateItem } from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { ItemFields } from './item-fields.tsx'
import { inputOf, trackingInput, trackingOf, valuesOf } from './item-values.ts'

export function EditItem({ item, onClose }: { item: Item; onClose: () => void }) {
  // As it was when the form opened: what others save meanwhile must not be overwritten unseen.
  const [seen] = useState(item)
  const form = useOperationForm(updateItem, {
    initial: valuesOf(seen),
    input: (values) => ({
      ...inputOf(values),
      ...(values.tracking !== trackingOf(seen) && trackingInput(values)),
      itemId: seen.id,
      version: seen.version,
    }),
    fieldOf: { sku_taken: 'sku', gtin_taken: 'gtin', item_has_moved: 'tracking' },
    onDone: onClose,
  })
  return (
    <OperationForm
      form={form}
      submit="Save"
      cancel={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <ItemFields field={form.field} />
    </OperationForm>
  )
}
