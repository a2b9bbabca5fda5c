import { Button, VisuallyHidden } from '@mantine/core'
import { Link, type LinkComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { calendarDate, formatCount } from './format.ts'
import { RelativeTime } from './relative-time.tsx'
import classes from './table/table.module.css'

export interface Column<Row> extends ColumnLook {
  /** Unique in its table. Shown as the heading unless `hideHeading`. */
  heading: string
  /** Null and empty text are shown as absent. */
  cell: (row: Row) => ReactNode
}

export interface ColumnLook {
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

export const column = <Row,>(
  heading: string,
  look: ColumnLook,
  cell: (row: Row) => ReactNode,
): Column<Row> => ({ heading, ...look, cell })

/** Returns a column of names that people chose, which may be written in any direction. */
export const nameColumn = <Row,>(
  heading: string,
  look: ColumnLook,
  name: (row: Row) => string | null,
): Column<Row> =>
  column(heading, look, (row) => {
    const text = name(row)
    return text && <bdi>{text}</bdi>
  })

/** Returns a column of times such as `3 hours ago`; `none` is shown if there is none. */
export const timeColumn = <Row,>(
  heading: string,
  look: ColumnLook,
  at: (row: Row) => string | null,
  none: string | null = null,
): Column<Row> =>
  column(heading, { width: '9rem', ...look }, (row) => {
    const time = at(row)
    return time ? <RelativeTime at={time} /> : none
  })

/** Returns a column of numbers. */
export const numberColumn = <Row,>(
  heading: string,
  look: ColumnLook,
  cell: (row: Row) => ReactNode,
): Column<Row> => column(heading, { align: 'right', ...look }, cell)

/** Returns a column of whole numbers. */
export const countColumn = <Row,>(
  heading: string,
  look: ColumnLook,
  count: (row: Row) => number,
): Column<Row> => numberColumn(heading, look, (row) => formatCount(count(row)))

/** Returns the last column of a table, which has the buttons of a row. */
export const actionsColumn = <Row,>(width: string, cell: Column<Row>['cell']): Column<Row> =>
  numberColumn('Actions', { hideHeading: true, width }, cell)

/** The link in the first column of a table. A click anywhere on the row follows it. */
export const RowLink = ((props: LinkComponentProps) => (
  <Link {...props} className={classes.rowLink} data-row-link />
)) as typeof Link

interface RowButtonProps {
  /** A verb: `Revoke`. */
  label: string
  /** What it acts on, for screen readers: `Nightly export`. */
  of: string
  loading?: boolean
  onClick: () => unknown
}

/** A small button in a row. Its accessible name includes the row's: `Revoke Nightly export`. */
export function RowButton({ label, of, loading = false, onClick }: RowButtonProps) {
  return (
    <Button size="compact-sm" loading={loading} onClick={() => void onClick()}>
      {label}
      <VisuallyHidden> {of}</VisuallyHidden>
    </Button>
  )
}

/** Returns a column of dates. */
export const dateColumn = <Row,>(
  heading: string,
  look: ColumnLook,
  date: (row: Row) => string | null,
): Column<Row> =>
  column(heading, { width: '7.5rem', ...look }, (row) => {
    const day = date(row)
    return day && calendarDate(day)
  })
