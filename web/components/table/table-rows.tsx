// biome-ignore-all lint/a11y/noRedundantRoles: the layout as cards drops the meaning of table elements
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { memo, type ReactNode, type Ref } from 'react'
import type { Sorting } from '../../list.ts'
import { Absent } from '../absent.tsx'
import type { Column } from '../columns.tsx'
import type { Selection } from './selection.ts'
import classes from './table.module.css'

export interface Columns<Item> {
  columns: readonly Column<Item>[]
}

interface HeadRowProps<Item> extends Columns<Item> {
  selection?: Selection<Item> | undefined
  sorting?: Sorting | undefined
}

export function HeadRow<Item>({ columns, selection, sorting }: HeadRowProps<Item>) {
  return (
    <tr role="row" aria-rowindex={1}>
      {selection && (
        <th role="columnheader" scope="col" className={classes.select}>
          {selection.head}
        </th>
      )}
      {columns.map(({ heading, hideHeading, align, width, drop, sort }) => (
        <th
          key={heading}
          role="columnheader"
          scope="col"
          data-align={align}
          data-drop={drop}
          style={{ width, minWidth: width ? minWidths.given : minWidths.rest }}
          aria-sort={sorting && orders[orderOf(sorting, sort)]}
        >
          {hideHeading ? (
            <VisuallyHidden>{heading}</VisuallyHidden>
          ) : sorting && sort ? (
            <SortButton heading={heading} sort={sort} sorting={sorting} />
          ) : (
            heading
          )}
        </th>
      ))}
    </tr>
  )
}

/** Keeps names and dates from breaking within words, also where all columns together are wider than the table. */
const minWidths = { given: 'min(5.5rem, 14cqw)', rest: 'min(9rem, 26cqw)' }

type Order = 'up' | 'down' | 'none'
const orders = { up: 'ascending', down: 'descending', none: undefined } as const
const arrows = { up: ' ↑', down: ' ↓', none: ' ↕' } as const

function orderOf({ by }: Sorting, sort: string | undefined): Order {
  if (!by || !sort) return 'none'
  return by === sort ? 'up' : by === `-${sort}` ? 'down' : 'none'
}

/** Sorts by a column, then the other way round, then not. */
function SortButton({ heading, sort, sorting }: { heading: string; sort: string; sorting: Sorting }) {
  const order = orderOf(sorting, sort)
  const next = { none: sort, up: `-${sort}`, down: undefined }[order]
  return (
    <button type="button" className={classes.sort} onClick={() => sorting.sortBy(next)}>
      {heading}
      <span aria-hidden data-order={order}>
        {arrows[order]}
      </span>
    </button>
  )
}

interface TableRowProps<Item> extends Columns<Item> {
  row: Item
  /** Its place among all rows, from 0. */
  index: number
  faded?: boolean | undefined
  /** Whether it is selected, if it can be. */
  selected?: boolean | undefined
  Checkbox?: Selection<Item>['Checkbox'] | undefined
  /** Measures the row. */
  ref?: Ref<HTMLTableRowElement> | undefined
}

/** A row. It is drawn again only if something in it has changed, because many rows take long to draw. */
export const TableRow = memo(function TableRow<Item>(props: TableRowProps<Item>) {
  const { row, index, columns, faded, selected, Checkbox, ref } = props
  return (
    <tr
      role="row"
      // The heading is the first row.
      aria-rowindex={index + 2}
      data-index={index}
      data-faded={faded || undefined}
      data-selected={selected || undefined}
      ref={ref}
    >
      {Checkbox && (
        <td role="cell" className={classes.select}>
          {selected !== undefined && <Checkbox row={row} selected={selected} />}
        </td>
      )}
      {columns.map((column, place) => (
        <Cell key={column.heading} column={column} isTitle={place === 0}>
          {column.cell(row)}
        </Cell>
      ))}
    </tr>
  )
}) as <Item>(props: TableRowProps<Item>) => ReactNode

const five = [68, 44, 57, 36, 61]

/** Placeholders as high as the rows to come. */
export function LoadingRows<Item>({ columns, selection }: HeadRowProps<Item>) {
  return five.map((percent) => (
    <tr key={percent} className={classes.loading} aria-hidden>
      {selection && <td className={classes.select} />}
      {columns.map((column, place) => (
        <Cell key={column.heading} column={column} isTitle={place === 0}>
          <Skeleton h={10} my={6} w={place === 0 ? `${percent}%` : 64} className={classes.bone ?? ''} />
        </Cell>
      ))}
    </tr>
  ))
}

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === ''

interface CellProps<Item> {
  column: Column<Item>
  isTitle: boolean
  children: ReactNode
}

function Cell<Item>({ column: { heading, align, drop, hideHeading }, isTitle, children }: CellProps<Item>) {
  return (
    <td
      role="cell"
      data-title={isTitle || undefined}
      data-align={align}
      data-drop={drop}
      data-control={hideHeading || undefined}
    >
      <span className={classes.label} aria-hidden>
        {heading}
      </span>
      <div className={classes.value}>{isEmpty(children) && !hideHeading ? <Absent /> : children}</div>
    </td>
  )
}
