import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { Link, type LinkComponentProps } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue } from 'react'
import type { Filters, List } from '../list.ts'
import classes from './data-table.module.css'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'
import { Failure } from './failure.tsx'
import { ShowMore } from './show-more.tsx'

export interface Column<Row> {
  /** Unique in its table. Shown as the heading unless `hideHeading`. */
  heading: string
  cell: (row: Row) => ReactNode
  /** For numbers. */
  align?: 'right'
  /** CSS width; columns without one share the remaining space. */
  width?: string
  /** Hides the heading from all but screen readers, for buttons that explain themselves. */
  hideHeading?: boolean
}

interface DataTableProps<Item> {
  /** Names the table, in the plural: `Projects`. */
  label: string
  list: List<Item>
  /** The first column names the row; on a narrow screen it becomes the row's title. */
  columns: readonly Column<Item>[]
  /** Not needed for lists that are never empty. */
  empty?: EmptyStateProps
  /** Distinguishes an empty list from one without matches, and clears the filters. */
  filters?: Filters
  /** For less relevant rows, such as archived or revoked ones. */
  isFaded?: (row: Item) => boolean
}

/** A list in its five states: loading, empty, without matches, failed, and full. */
export function DataTable<Item extends { id: string }>(props: DataTableProps<Item>) {
  const { label, list, columns, empty, filters, isFaded } = props
  const { error, busy } = list
  // Many rows take long to draw on a slow device, which stays responsive meanwhile.
  const rows = useDeferredValue(list.rows)

  if (!rows && error)
    return <Failure what={`${label} could not be loaded`} error={error} onRetry={list.retry} />
  if (rows?.length === 0 && !busy)
    return filters?.active ? <NothingMatches {...filters} /> : empty && <EmptyState {...empty} />

  return (
    <div data-container aria-busy={!rows || busy}>
      {/* The roles are explicit because the layout as cards drops the meaning of table elements. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table className={classes.table} role="table" aria-label={label} data-old={busy}>
        <thead role="rowgroup">
          <HeadRow columns={columns} />
        </thead>
        <tbody role="rowgroup">
          {rows ? (
            rows.map((row) => <Row key={row.id} row={row} columns={columns} faded={isFaded?.(row)} />)
          ) : (
            <LoadingRows columns={columns} />
          )}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      {!rows && <VisuallyHidden role="status">Loading</VisuallyHidden>}
      {rows && error && <Failure what="More rows could not be loaded" error={error} onRetry={list.retry} />}
      {rows && !error && <ShowMore list={list} shown={rows.length} />}
    </div>
  )
}

function NothingMatches({ clear }: Filters) {
  return (
    <EmptyState
      title="Nothing matches"
      text="No results for this search and these filters."
      action={<Button onClick={clear}>Clear filters</Button>}
    />
  )
}

interface Columns<Item> {
  columns: readonly Column<Item>[]
}

function HeadRow<Item>({ columns }: Columns<Item>) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <tr role="row">
      {columns.map(({ heading, hideHeading, align, width }) => (
        // biome-ignore lint/a11y/noRedundantRoles: see above
        <th key={heading} role="columnheader" scope="col" data-align={align} style={{ width }}>
          {hideHeading ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}
        </th>
      ))}
    </tr>
  )
}

interface RowProps<Item> extends Columns<Item> {
  row: Item
  faded?: boolean | undefined
}

function Row<Item>({ row, columns, faded }: RowProps<Item>) {
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

/** Placeholders as high as the rows to come. */
function LoadingRows<Item>({ columns }: Columns<Item>) {
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

/** Returns the last column of a table, which has the buttons of a row. */
export function actionsColumn<Row>(width: string, cell: Column<Row>['cell']): Column<Row> {
  return { heading: 'Actions', hideHeading: true, align: 'right', width, cell }
}

/** The link in the first column of a table. A click anywhere on the row follows it. */
export const RowLink = ((props: LinkComponentProps) => (
  <Link {...props} className={classes.rowLink} data-row-link />
)) as typeof Link

interface RowButtonProps {
  children: string
  /** What it acts on, for screen readers: `Nightly export`. */
  of: string
  loading?: boolean
  onClick: () => unknown
}

/** A small button in a row. Its accessible name includes the row's: `Revoke Nightly export`. */
export function RowButton({ children, of, loading = false, onClick }: RowButtonProps) {
  return (
    <Button size="compact-sm" loading={loading} onClick={() => void onClick()}>
      {children}
      <VisuallyHidden> {of}</VisuallyHidden>
    </Button>
  )
}
