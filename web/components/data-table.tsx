import { Button, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Filters, List } from '../list.ts'
import classes from './data-table.module.css'
import { HeadRow, LoadingRows, Row } from './data-table-rows.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'
import { Failure } from './failure.tsx'
import { ShowMore } from './show-more.tsx'

export interface Column<Row> {
  /** Unique in its table; the heading too, unless `hideHeading`. */
  heading: string
  cell: (row: Row) => ReactNode
  /** Numbers stand right, in columns of equal digits. */
  align?: 'right'
  /** CSS width; the columns without one share what is left. */
  width?: string
  /** For controls that explain themselves: only screen readers are told the heading. */
  hideHeading?: boolean
}

interface DataTableProps<Item> {
  /** Names the table, in the plural: `Projects`. */
  label: string
  list: List<Item>
  /** The first column names the row; on a narrow screen it becomes the row's title. */
  columns: readonly Column<Item>[]
  empty: EmptyStateProps
  /** Tells "nothing yet" from "nothing matches", and clears. */
  filters?: Filters
  /** Rows that matter less now: archived, revoked. */
  isFaded?: (row: Item) => boolean
}

/** A list in its five states: loading, empty, filtered to nothing, failed, and full. */
export function DataTable<Item extends { id: string }>(props: DataTableProps<Item>) {
  const { label, list, columns, empty, filters, isFaded } = props
  const { rows, error, busy } = list

  if (!rows && error)
    return <Failure what={`${label} could not be loaded`} error={error} onRetry={list.retry} />
  if (rows?.length === 0 && !busy)
    return filters?.active ? <NothingMatches {...filters} /> : <EmptyState {...empty} />

  return (
    <div className={classes.frame} aria-busy={!rows || busy}>
      {/* The roles are said aloud because cards lay them out as blocks, which drops what a table element means. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table className={classes.table} role="table" aria-label={label} data-busy={busy || undefined}>
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
      {rows && error && <Failure what="The newest could not be loaded" error={error} onRetry={list.retry} />}
      {rows && !error && <ShowMore list={list} shown={rows.length} />}
    </div>
  )
}

function NothingMatches({ clear }: Filters) {
  return (
    <EmptyState
      title="Nothing matches"
      text="There is nothing here that fits the search and filters."
      action={
        <Button variant="default" onClick={clear}>
          Clear filters
        </Button>
      }
    />
  )
}
