import { useEffect, useRef, useState } from 'react'
import { own } from '#rules/own'

/** A row of a grid, with a key that stays the same as rows are added and removed. */
export type Row<Values> = Values & { key: number }

let lastKey = 0
const keyed = <Values extends object>(values: Values): Row<Values> => ({ ...values, key: ++lastKey })

/**
 * The rows of a grid that is filled in by keyboard, and the focus in them.
 * @param first the first row, by default blank
 */
export function useRows<Values extends object>(blank: Values, first: Values = blank) {
  const [rows, setRows] = useState(() => [keyed(first)])
  const latest = useRef(rows)
  latest.current = rows
  const grid = useRef<HTMLOListElement>(null)
  const target = useRef<{ key: number; cell?: string | undefined }>(undefined)

  // A new row, or a field that depends on the item, can take the focus only once it is rendered.
  useEffect(() => {
    if (!target.current) return
    const { key, cell } = target.current
    const within = cell ? `[data-cell="${cell}"]` : '[data-cell]'
    target.current = undefined
    grid.current?.querySelector<HTMLElement>(`[data-row="${key}"] ${within}`)?.focus()
  })
  const [removed, setRemoved] = useState<{ row: Row<Values>; at: number }>()
  const [, look] = useState(0)
  const focus = (key: number, cell?: string) => {
    target.current = { key, cell }
    look((count) => count + 1)
  }

  const insert = (values: Values, at: number) => {
    const row = keyed(values)
    setRows((rows) => rows.toSpliced(at, 0, row))
    setRemoved(undefined)
    focus(row.key)
  }

  return {
    rows,
    /** The current rows, for callbacks created in an earlier render. */
    current: () => latest.current,
    grid,
    focus,
    change: (key: number, patch: Partial<Values>) =>
      setRows((rows) => rows.map((row) => (row.key === key ? { ...row, ...patch } : row))),
    /** Moves to the next row, adding one after the last. */
    goOn: (key: number) => {
      const rows = latest.current
      const at = rows.findIndex((row) => row.key === key)
      const next = rows[at + 1]
      if (next) focus(next.key)
      else insert(blank, at + 1)
    },
    add: () => insert(blank, latest.current.length),
    duplicate: (key: number) => {
      const rows = latest.current
      const at = rows.findIndex((row) => row.key === key)
      const row = rows[at]
      if (row) insert(row, at + 1)
    },
    remove: (key: number) => {
      const rows = latest.current
      const at = rows.findIndex((row) => row.key === key)
      const row = rows[at]
      if (!row) return
      const left = rows.toSpliced(at, 1)
      if (left.length === 0) left.push(keyed(blank))
      setRows(left)
      focus(left[Math.min(at, left.length - 1)]!.key)
      setRemoved({ row, at })
    },
    /** The line removed last and how to restore it, until the next change of rows. */
    removed: removed && {
      number: removed.at + 1,
      undo: () => {
        setRows((rows) => rows.toSpliced(removed.at, 0, removed.row))
        setRemoved(undefined)
        focus(removed.row.key)
      },
    },
  }
}

export type Rows<Values extends object> = ReturnType<typeof useRows<Values>>

/**
 * Compares props for `memo`, so that typing in one of two hundred lines renders only that line. Functions are not
 * compared; a line's callbacks use the rows current at the time of the call.
 */
export function sameValues(before: object, after: object): boolean {
  return Object.keys({ ...before, ...after }).every((name) => {
    const [old, next] = [own({ ...before }, name), own({ ...after }, name)]
    return Object.is(old, next) || (typeof old === 'function' && typeof next === 'function')
  })
}
