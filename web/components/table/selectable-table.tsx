import { rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { type ChangeEvent, useEffect, useMemo, useRef } from 'react'
import { own } from '#rules/own'
import { type Bulk, canSelect } from './bulk.ts'
import { BulkBar } from './bulk-bar.tsx'
import type { TableViewProps } from './row-props.ts'
import type { SelectRow as SelectRowProps } from './selection.ts'
import { TableView } from './table-view.tsx'

const features = tableFeatures({ rowSelectionFeature })
const none: readonly never[] = []

interface SelectableTableProps<Item> extends TableViewProps<Item> {
  bulk: Bulk<Item>
}

/** A table whose rows can be selected, and the bar with what can be done with them. */
export default function SelectableTable<Item>({ bulk, ...view }: SelectableTableProps<Item>) {
  const { idOf } = view
  const rows = view.rows ?? none
  const table = useTable({
    features,
    columns: none,
    data: rows as readonly object[],
    getRowId: (row) => idOf(row as Item),
    enableRowSelection: ({ original }) => canSelect(bulk, original as Item),
  })
  const { rowSelection } = table.state
  // The rows may have changed since they were selected, or be filtered out.
  const selected = rows.filter((row) => own(rowSelection, idOf(row)))
  const latest = useRef(table)
  latest.current = table
  const { nameOf } = bulk
  const SelectRow = useMemo(
    () =>
      function SelectRow({ row, selected }: SelectRowProps<Item>) {
        // With the Shift key, this also selects the rows between this one and the one that was clicked before.
        const toggle = (event: unknown) => latest.current.getRow(idOf(row)).getToggleSelectedHandler()(event)
        return <Checkbox label={`Select ${nameOf(row)}`} checked={selected} onChange={toggle} />
      },
    [nameOf, idOf],
  )
  const all = selected.length > 0 && table.getIsAllRowsSelected()
  return (
    <>
      <BulkBar
        bulk={bulk}
        rows={selected}
        select={(rows) =>
          table.setRowSelection(Object.fromEntries(rows.map((row) => [idOf(row), true as const])))
        }
      />
      <TableView
        {...view}
        selection={{
          head: (
            <Checkbox
              label="Select all rows"
              checked={all}
              indeterminate={selected.length > 0 && !all}
              onChange={() => table.toggleAllRowsSelected()}
            />
          ),
          Checkbox: SelectRow,
          isSelected: (row) => (canSelect(bulk, row) ? (own(rowSelection, idOf(row)) ?? false) : undefined),
        }}
      />
    </>
  )
}

interface CheckboxProps {
  /** For screen readers: `Select Nightly export`. */
  label: string
  checked: boolean
  indeterminate?: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** A checkbox of the browser, because a table has many. */
function Checkbox({ label, checked, indeterminate = false, onChange }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  return <input type="checkbox" ref={input} aria-label={label} checked={checked} onChange={onChange} />
}
