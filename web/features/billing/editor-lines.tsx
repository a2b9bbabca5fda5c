import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Settings } from '#contract'
import type { EditorErrors } from './editor-errors.ts'
import { isBlank } from './editor-input.ts'
import classes from './editor-lines.module.css'
import { type LineErrors, LineRow } from './line-row.tsx'
import { taxOptions } from './tax-words.ts'
import type { InvoiceEditor } from './use-invoice-editor.ts'

const most = 200

/** The lines as a grid for the keyboard: Enter goes on to the next line or adds one, the arrows go up and down. */
export function EditorLines({ editor, settings }: { editor: InvoiceEditor; settings: Settings }) {
  const { values, errors, preview, changeLine } = editor
  const { lines, taxMode } = values
  const table = useRef<HTMLTableElement>(null)
  const wanted = useRef<{ row: string; cell: string }>(undefined)
  const isInclusive = taxMode === 'inclusive'
  const inUse = [...new Set(lines.map(({ tax }) => tax))].sort().join()
  const taxes = useMemo(() => taxOptions(settings, inUse.split(',')), [settings, inUse])

  const focus = (row: string, cell: string) => {
    const field = table.current?.querySelector<HTMLElement>(
      `[data-row="${row}"] [data-cell="${cell}"] :is(input, select)`,
    )
    field?.focus()
    // What stands there is replaced by typing, not added to, as after the Tab key.
    if (field instanceof HTMLInputElement) field.select()
  }

  useEffect(() => {
    if (wanted.current) focus(wanted.current.row, wanted.current.cell)
    wanted.current = undefined
  })

  const add = () => {
    if (lines.length < most) wanted.current = { row: editor.addLine(), cell: 'description' }
  }
  const goOnFrom = (key: string) => {
    const place = lines.findIndex((line) => line.key === key)
    const [line, next] = lines.slice(place)
    if (next) focus(next.key, 'description')
    else if (line && !isBlank(line)) add()
  }
  const remove = (key: string) => {
    const place = lines.findIndex((line) => line.key === key)
    const near = lines[place + 1] ?? lines[place - 1]
    if (near) wanted.current = { row: near.key, cell: 'description' }
    editor.removeLine(key)
  }

  const press = (event: KeyboardEvent) => {
    const element = event.target as Element
    const row = element.closest<HTMLElement>('[data-row]')?.dataset.row
    const cell = element.closest<HTMLElement>('[data-cell]')?.dataset.cell
    if (event.defaultPrevented || event.nativeEvent.isComposing || !row || !cell) return
    if (event.key === 'Enter') {
      event.preventDefault()
      goOnFrom(row)
    }
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!step || element.tagName === 'SELECT') return
    const other = lines[lines.findIndex(({ key }) => key === row) + step]
    if (!other) return
    event.preventDefault()
    focus(other.key, cell)
  }

  // Rows are drawn anew only where something in them changes, and still act on the lines as they are now.
  const acts = useRef({ goOnFrom, remove, focus })
  acts.current = { goOnFrom, remove, focus }
  const goTo = useCallback((key: string, cell: 'quantity' | 'next') => {
    if (cell === 'next') acts.current.goOnFrom(key)
    else acts.current.focus(key, cell)
  }, [])
  const removeRow = useCallback((key: string) => acts.current.remove(key), [])

  return (
    <div className={classes.frame}>
      <table className={classes.table} ref={table} onKeyDown={press} aria-label="Lines">
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Quantity</th>
            <th scope="col">{isInclusive ? 'Price with tax' : 'Price'}</th>
            <th scope="col">Discount</th>
            <th scope="col">Tax</th>
            <th scope="col" className={classes.amount}>
              {isInclusive ? 'With tax' : 'Amount'}
            </th>
            <th scope="col">
              <span className={classes.hidden}>Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <LineRow
              key={line.key}
              line={line}
              place={at + 1}
              computed={preview.lineOf(line.key)}
              isInclusive={isInclusive}
              currency={preview.invoice?.currency ?? values.currency}
              taxes={taxes}
              errors={errorsOf(line.key, errors)}
              onChange={changeLine}
              onRemove={removeRow}
              goTo={goTo}
            />
          ))}
        </tbody>
      </table>
      <Button
        variant="default"
        size="xs"
        mt="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={lines.length >= most}
        onClick={add}
      >
        Add a line
      </Button>
    </div>
  )
}

function errorsOf(key: string, errors: EditorErrors): LineErrors {
  const own = Object.entries(errors).filter(([field]) => field.startsWith(`${key}.`))
  return Object.fromEntries(own.map(([field, message]) => [field.slice(key.length + 1), message]))
}
