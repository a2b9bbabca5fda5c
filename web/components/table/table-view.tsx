// biome-ignore-all lint/a11y/noRedundantRoles: the layout as cards drops the meaning of table elements
import { Suspense } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { rowProps, type TableViewProps } from './row-props.ts'
import classes from './table.module.css'
import { HeadRow, LoadingRows, TableRow } from './table-rows.tsx'
import { useRowKeys } from './use-row-keys.ts'
import type Windowed from './windowed-rows.tsx'

const WindowedRows = lazyPart(() => import('./windowed-rows.tsx')) as typeof Windowed

/** Longer tables have only the visible rows in the document. */
const mostDrawn = 100

export function TableView<Item>(props: TableViewProps<Item>) {
  const { label, rows, list, columns, selection, idOf } = props
  const drawn = (rows: readonly Item[]) =>
    rows.map((row, index) => <TableRow key={idOf(row)} {...rowProps(props, row)} index={index} />)
  const { ref, current, ...keys } = useRowKeys(rows?.length ?? 0)
  const isLong = rows && rows.length > mostDrawn
  return (
    <table
      className={classes.table}
      role="table"
      aria-label={label}
      aria-rowcount={isLong ? (list.hasMore ? -1 : rows.length + 1) : undefined}
      data-old={list.busy}
    >
      <thead role="rowgroup">
        <HeadRow columns={columns} selection={selection} sorting={list.sorting} />
      </thead>
      <tbody role="rowgroup" ref={ref} {...keys}>
        {!rows ? (
          <LoadingRows columns={columns} selection={selection} />
        ) : isLong ? (
          <Suspense fallback={drawn(rows.slice(0, mostDrawn))}>
            <WindowedRows {...props} rows={rows} current={current} body={ref} />
          </Suspense>
        ) : (
          drawn(rows)
        )}
      </tbody>
    </table>
  )
}
