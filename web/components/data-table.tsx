import { Button, VisuallyHidden } from '@mantine/core'
import { Link, type LinkComponentProps } from '@tanstack/react-router'
import { Suspense, useDeferredValue } from 'react'
import type { Filters, List } from '../list.ts'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'
import { Failure } from './failure.tsx'
import { lazyPart } from './lazy-part.tsx'
import { ShowMore } from './show-more.tsx'
import { type Bulk, canSelect } from './table/bulk.ts'
import type { Column } from './table/column.ts'
import { ExportButton } from './table/export-button.tsx'
import type { TableViewProps } from './table/row-props.ts'
import type Selectable from './table/selectable-table.tsx'
import classes from './table/table.module.css'
import { TableView } from './table/table-view.tsx'

export type { Column } from './table/column.ts'

const SelectableTable = lazyPart(() => import('./table/selectable-table.tsx')) as typeof Selectable

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
  /** What can be done with several rows. Those for which there is something can be selected. */
  bulk?: Bulk<Item> | undefined
}

/** A list in its five states: loading, empty, without matches, failed, and full. */
export function DataTable<Item extends { id: string }>(props: DataTableProps<Item>) {
  const { label, list, columns, empty, filters, isFaded, bulk } = props
  const { error, busy } = list
  // Many rows take long to draw on a slow device, which stays responsive meanwhile.
  const rows = useDeferredValue(list.rows)

  if (!rows && error)
    return <Failure what={`${label} could not be loaded`} error={error} onRetry={list.retry} />
  if (rows?.length === 0 && !busy)
    return filters?.active ? <NothingMatches {...filters} /> : empty && <EmptyState {...empty} />

  const view = { label, rows, columns, isFaded, list }
  return (
    <div data-container aria-busy={!rows || busy}>
      {bulk && rows?.some((row) => canSelect(bulk, row)) ? (
        // Rows that are replaced would lose the focus, and the hint that the mouse points at.
        <Suspense fallback={<Loading {...view} />}>
          <SelectableTable {...view} bulk={bulk} />
        </Suspense>
      ) : (
        <TableView {...view} />
      )}
      {!rows && <VisuallyHidden role="status">Loading</VisuallyHidden>}
      {rows && error && <Failure what="Not all rows could be loaded" error={error} onRetry={list.retry} />}
      {rows && !error && (
        <ShowMore list={list} shown={rows.length}>
          {filters && list.source && <ExportButton label={label} source={list.source} />}
        </ShowMore>
      )}
    </div>
  )
}

const Loading = <Item,>(view: TableViewProps<Item>) => (
  <div aria-busy>
    <TableView {...view} rows={undefined} />
  </div>
)

function NothingMatches({ clear }: Filters) {
  return (
    <EmptyState
      title="Nothing matches"
      text="No results for this search and these filters."
      action={<Button onClick={clear}>Clear filters</Button>}
    />
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
