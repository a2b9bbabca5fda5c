import { Button } from '@mantine/core'
import { createItem, type Item } from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { ItemFields } from './item-fields.tsx'
import { inputOf, newItem, trackingInput } from './item-values.ts'

interface CreateItemProps {
  /** What was typed or scanned where the item was missed. */
  named?: string
  onMade: (item: Item) => void
  onCancel: () => void
}

export function CreateItem({ named, onMade, onCancel }: CreateItemProps) {
  const form = useOperationForm(createItem, {
    initial: newItem(named),
    input: (values) => ({ ...inputOf(values), ...trackingInput(values) }),
    fieldOf: { sku_taken: 'sku', gtin_taken: 'gtin' },
    onDone: onMade,
  })
  return (
    <OperationForm
      form={form}
      submit="Make the item"
      cancel={
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <ItemFields field={form.field} />
    </OperationForm>
  )
}
