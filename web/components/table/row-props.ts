import type { List } from '../../list.ts'
import type { Selection } from './selection.ts'
import type { Columns } from './table-rows.tsx'

export interface TableViewProps<Item> extends Columns<Item> {
  label: string
  /** Undefined while they are loading. */
  rows: (Item & { id: string })[] | undefined
  list: List<Item>
  isFaded?: ((row: Item) => boolean) | undefined
  selection?: Selection<Item> | undefined
}

/** Returns what a row of a table is drawn from. */
export function rowProps<Item>(
  { columns, isFaded, selection }: TableViewProps<Item>,
  row: Item & { id: string },
) {
  return {
    row,
    columns,
    faded: isFaded?.(row),
    selected: selection?.isSelected(row),
    Checkbox: selection?.Checkbox,
  }
}
