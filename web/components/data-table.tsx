import { Button, VisuallyHidden } from '@mantine/core'
import { Suspense, useDeferredValue } from 'react'
import type { List } from '../list.ts'
import type { Column } from './columns.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'
import { Failure } from './failure.tsx'
import { lazyPart } from './lazy-part.tsx'
import { ShowMore } from './show-more.tsx'
import { type Bulk, canSelect } from './table/bulk.ts'
import { ExportButton } from './table/export-button.tsx'
import type { TableViewProps } from './table/row-props.ts'
import type Selectable from './table/selectable-table.tsx'
import { TableView } from './table/table-view.tsx'

const SelectableTable = lazyPart(() => import('./table/selectable-table.tsx')) as typeof Selectable

export interface DataTableProps<Row> {
  /** Names the table, in the plural: `Projects`. */
  label: string
  /** A list of the API, or rows that are already loaded. */
  list: List<Row> | readonly Row[] | undefined
  /** The first column names the row; on a narrow screen it becomes the row's title. */
  columns: readonly Column<Row>[]
  /** Not needed for lists that are never empty. */
  empty?: EmptyStateProps
  /** For less relevant rows, such as archived or revoked ones. */
  isFaded?: (row: Row) => boolean
  /** What can be done with several rows. Those for which there is something can be selected. */
  bulk?: Bulk<Row> | undefined
}

/** Identifies rows: by their ids, if they have any. */
export type Identified<Row> = Row extends { id: string }
  ? { idOf?: (row: Row) => string }
  : { idOf: (row: Row) => string }

const ownId = (row: unknown) => (row as { id: string }).id

/** A list in its five states: loading, empty, without matches, failed, and full. */
export function DataTable<Row>(props: DataTableProps<Row> & Identified<Row>) {
  const { label, columns, empty, isFaded, bulk } = props
  const list = isList(props.list) ? props.list : { ...loaded, rows: props.list }
  const { idOf = ownId } = props as { idOf?: (row: Row) => string }
  const { error, busy, filters } = list
  // Many rows take long to draw on a slow device, which stays responsive meanwhile.
  const rows = useDeferredValue(list.rows)

  if (!rows && error)
    return <Failure what={`${label} could not be loaded`} error={error} onRetry={list.retry} />
  if (rows?.length === 0 && !busy)
    return filters?.active ? <NothingMatches clear={filters.clear} /> : empty && <EmptyState {...empty} />

  const view = { label, rows, columns, isFaded, list, idOf }
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

const isList = <Row,>(list: DataTableProps<Row>['list']): list is List<Row> =>
  list !== undefined && !Array.isArray(list)

const loaded = { error: null, busy: false, hasMore: false, loadingMore: false, retry() {}, more() {} }

const Loading = <Row,>(view: TableViewProps<Row>) => (
  <div aria-busy>
    <TableView {...view} rows={undefined} />
  </div>
)

function NothingMatches({ clear }: { clear: () => void }) {
  return (
    <EmptyState
      title="Nothing matches"
      text="No results for this search and these filters."
      action={<Button onClick={clear}>Clear filters</Button>}
    />
  )
}
