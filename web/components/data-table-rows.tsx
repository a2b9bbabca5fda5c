import { Skeleton } from '@mantine/core'
import classes from './data-table.module.css'
import type { Column } from './data-table.tsx'

// The roles repeat what the elements mean, which the layout as cards would drop.

interface Columns<Item> {
  columns: readonly Column<Item>[]
}

export function HeadRow<Item>({ columns }: Columns<Item>) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <tr role="row">
      {columns.map(({ heading, hideHeading, align, width }) => (
        // biome-ignore lint/a11y/noRedundantRoles: see above
        <th key={heading} role="columnheader" scope="col" data-align={align} style={{ width }}>
          <span data-hidden={hideHeading || undefined}>{heading}</span>
        </th>
      ))}
    </tr>
  )
}

interface RowProps<Item> extends Columns<Item> {
  row: Item
  faded?: boolean | undefined
}

export function Row<Item>({ row, columns, faded }: RowProps<Item>) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <tr role="row" data-faded={faded || undefined}>
      {columns.map((column) => (
        <Cell key={column.heading} column={column}>
          {column.cell(row)}
        </Cell>
      ))}
    </tr>
  )
}

const five = [68, 44, 57, 36, 61]

/** Rows as high as those to come. */
export function LoadingRows<Item>({ columns }: Columns<Item>) {
  return five.map((percent) => (
    <tr key={percent} className={classes.loading} aria-hidden>
      {columns.map((column, place) => (
        <Cell key={column.heading} column={column}>
          <Skeleton h={10} my={6} w={place === 0 ? `${percent}%` : 64} className={classes.bone ?? ''} />
        </Cell>
      ))}
    </tr>
  ))
}

function Cell<Item>({ column, children }: { column: Column<Item>; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <td role="cell" data-align={column.align} data-control={column.hideHeading || undefined}>
      <span className={classes.label} aria-hidden>
        {column.heading}
      </span>
      <div className={classes.value}>{children}</div>
    </td>
  )
}
