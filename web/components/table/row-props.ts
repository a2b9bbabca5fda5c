import type { List } from '../../list.ts'
import type { Selection } from './selection.ts'
import type { Columns } from './table-rows.tsx'

export interface TableViewProps<Item> extends Columns<Item> {
  label: string
  /** Undefined while they are loading. */
  rows: readonly Item[] | undefined
  idOf: (row: Item) => string
  list: List<Item>
  isFaded?: ((row: Item) => boolean) | undefined
  selection?: Selection<Item> | undefined
}

/** Returns what a row of a table is drawn from. */
export function rowProps<Item>({ columns, isFaded, selection }: TableViewProps<Item>, row: Item) {
  return {
    row,
    columns,
    faded: isFaded?.(row),
    selected: selection?.isSelected(row),
    Checkbox: selection?.Checkbox,
  }
}
