import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getItem, type Item } from '#contract'
import { callOptions } from '../../api.ts'
import { ItemPicker } from '../inventory/item-picker.tsx'
import type { LineValues } from './editor-values.ts'

interface LineItemProps {
  line: LineValues
  label: string
  error: string | undefined
  onChange: (change: Partial<LineValues>) => void
  onPicked: () => void
  onEmptyEnter: () => void
}

/** The item that a line takes from stock, where it takes one. */
export function LineItem({ line, label, error, onChange, onPicked, onEmptyEnter }: LineItemProps) {
  const queries = useQueryClient()
  const itemOptions = (itemId: string) => callOptions(getItem, { itemId })
  const { data } = useQuery({ ...itemOptions(line.itemId ?? ''), enabled: line.itemId !== null })

  const choose = (item: Item | null) => {
    if (item) queries.setQueryData(itemOptions(item.id).queryKey, item)
    onChange({
      itemId: item?.id ?? null,
      code: item?.sku ?? null,
      lot: null,
      locationId: null,
      ...(item && !line.description.trim() && { description: item.name }),
    })
  }
  return (
    <ItemPicker
      aria-label={label}
      placeholder="From stock: SKU, name, or scan"
      value={(line.itemId !== null && data) || null}
      onChange={choose}
      onTyped={(itemText) => onChange({ itemText })}
      onPicked={onPicked}
      onEmptyEnter={onEmptyEnter}
      error={error}
      size="xs"
    />
  )
}
