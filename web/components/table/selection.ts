import type { ComponentType, ReactNode } from 'react'

/** The column with which rows are selected. */
export interface Selection<Item> {
  head: ReactNode
  /** The checkbox of a row. It stays the same component, so that rows are not drawn again. */
  Checkbox: ComponentType<SelectRow<Item>>
  /** Returns undefined if nothing can be done with a row. */
  isSelected: (row: Item) => boolean | undefined
}

export interface SelectRow<Item> {
  row: Item
  selected: boolean
}
