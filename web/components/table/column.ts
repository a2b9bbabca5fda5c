import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Unique in its table. Shown as the heading unless `hideHeading`. */
  heading: string
  /** Null and empty text are shown as absent. */
  cell: (row: Row) => ReactNode
  /** Numbers are aligned to the right. */
  align?: 'right'
  /** CSS width; columns without one share the remaining space. */
  width?: string
  /**
   * Hides the column where the table is too narrow for all: 1 first, below 54rem, then 2, below 40rem. The record that the
   * row opens has what is hidden.
   */
  drop?: 1 | 2
  /** The name by which the API sorts the list by this column. */
  sort?: string
  /** Hides the heading from all but screen readers, for buttons that explain themselves. */
  hideHeading?: boolean
}
