import { Group, Kbd, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Settings } from '#contract'
import { own } from '#rules/own'
import { Caption } from '../../../components/caption.tsx'
import { AddRow } from '../../../components/form-rows.tsx'
import { taxOptions } from '../taxes.ts'
import type { EditorErrors } from './errors.ts'
import { isBlank } from './input.ts'
import { type LineErrors, LineRow } from './line-row.tsx'
import classes from './lines.module.css'
import type { InvoiceEditor } from './use-invoice-editor.ts'

const most = 200

/** The fields that Enter moves through before it moves to the next line. Tab reaches the others. */
const afterEnter: Record<string, string> = { description: 'quantity', quantity: 'unitPrice' }

/**
 * The lines as a keyboard grid: Enter moves to the next field, and after the price to the next line, adding one if
 * needed. Arrow keys move up and down.
 */
export function EditorLines({ editor, settings }: { editor: InvoiceEditor; settings: Settings }) {
  const { values, errors, preview, changeLine } = editor
  const { lines, taxMode } = values
  const isInclusive = taxMode === 'inclusive'
  const inUse = [...new Set(lines.map(({ tax }) => tax))].sort().join()
  const taxes = useMemo(() => taxOptions(settings, inUse.split(',')), [settings, inUse])
  const { table, add, press, goTo, remove } = useLineKeys(editor)

  return (
    <div data-container>
      <table className={classes.table} ref={table} onKeyDown={press} aria-label="Lines">
        <LinesHead isInclusive={isInclusive} />
        <tbody>
          {lines.map((line, at) => (
            <LineRow
              key={line.key}
              line={line}
              place={at + 1}
              computed={preview.lineOf(line.key)}
              isInclusive={isInclusive}
              currency={preview.invoice?.currency ?? values.currency}
              typedCurrency={values.currency}
              taxes={taxes}
              errors={errorsOf(line.key, errors)}
              onChange={changeLine}
              onRemove={remove}
              goTo={goTo}
            />
          ))}
        </tbody>
      </table>
      <Group justify="space-between" gap="xs" mt="xs">
        <AddRow disabled={lines.length >= most} onClick={add}>
          Add line
        </AddRow>
        <Caption className={classes.keys ?? ''}>
          <Kbd size="xs">Enter</Kbd> next field or line · <Kbd size="xs">Ctrl Enter</Kbd> issue
        </Caption>
      </Group>
    </div>
  )
}

function LinesHead({ isInclusive }: { isInclusive: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">Description or item</th>
        <th scope="col">Quantity</th>
        <th scope="col">{isInclusive ? 'Price incl. tax' : 'Price'}</th>
        <th scope="col">Discount</th>
        <th scope="col">Tax</th>
        <th scope="col" className={classes.amount}>
          {isInclusive ? 'Including tax' : 'Amount'}
        </th>
        <th scope="col">
          <VisuallyHidden>Remove</VisuallyHidden>
        </th>
      </tr>
    </thead>
  )
}

/** Returns a function that moves the focus to a cell, and one that does it once its row is rendered. */
function useLineFocus() {
  const table = useRef<HTMLTableElement>(null)
  const wanted = useRef<{ row: string; cell: string }>(undefined)
  const focus = (row: string, cell: string) => {
    const field = table.current?.querySelector<HTMLElement>(
      `[data-row="${row}"] [data-cell="${cell}"] :is(input, textarea, select)`,
    )
    field?.focus()
    // Typing replaces the current text, as it does after the Tab key.
    if (field && field.tagName !== 'SELECT') (field as HTMLInputElement).select()
  }

  useEffect(() => {
    if (wanted.current) focus(wanted.current.row, wanted.current.cell)
    wanted.current = undefined
  })
  return {
    table,
    focus,
    focusLater: (row: string, cell: string) => {
      wanted.current = { row, cell }
    },
  }
}

/** Adds and removes lines, and moves between their fields. */
function useLineKeys(editor: InvoiceEditor) {
  const { lines } = editor.values
  const { table, focus, focusLater } = useLineFocus()
  const add = () => {
    if (lines.length < most) focusLater(editor.addLine(), 'description')
  }
  const goToNext = (key: string) => {
    const place = lines.findIndex((line) => line.key === key)
    const [line, next] = lines.slice(place)
    if (next) focus(next.key, 'description')
    else if (line && !isBlank(line)) add()
    else if (!lines.every(isBlank))
      editor.element.current?.querySelector<HTMLElement>('[data-issue]')?.focus()
  }
  const remove = (key: string) => {
    const place = lines.findIndex((line) => line.key === key)
    const near = lines[place + 1] ?? lines[place - 1]
    if (near) focusLater(near.key, 'description')
    editor.removeLine(key)
  }

  const press = (event: KeyboardEvent) => {
    const element = event.target as Element
    const row = element.closest<HTMLElement>('[data-row]')?.dataset.row
    const cell = element.closest<HTMLElement>('[data-cell]')?.dataset.cell
    if (event.defaultPrevented || event.nativeEvent.isComposing || !row || !cell) return
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && element.tagName !== 'BUTTON') {
      event.preventDefault()
      const next = own(afterEnter, cell)
      if (next) focus(row, next)
      else goToNext(row)
    }
    const step = own({ ArrowUp: -1, ArrowDown: 1 }, event.key)
    if (!step || element.tagName === 'SELECT' || movesInText(element, step)) return
    const other = lines[lines.findIndex(({ key }) => key === row) + step]
    if (!other) return
    event.preventDefault()
    focus(other.key, cell)
  }

  // Rows render only if their own values change, so their handlers read the current lines through a ref.
  const acts = useRef({ goToNext, remove, focus })
  acts.current = { goToNext, remove, focus }
  const goTo = useCallback((key: string, cell: 'quantity' | 'next') => {
    if (cell === 'next') acts.current.goToNext(key)
    else acts.current.focus(key, cell)
  }, [])
  const removeRow = useCallback((key: string) => acts.current.remove(key), [])
  return { table, add, press, goTo, remove: removeRow }
}

/** Whether an arrow key moves within a text of several lines instead of to another row. */
const movesInText = (element: Element, step: number): boolean =>
  element instanceof HTMLTextAreaElement &&
  (step < 0 ? element.selectionStart > 0 : element.selectionEnd < element.value.length)

function errorsOf(key: string, errors: EditorErrors): LineErrors {
  const own = Object.entries(errors).filter(([field]) => field.startsWith(`${key}.`))
  return Object.fromEntries(own.map(([field, message]) => [field.slice(key.length + 1), message]))
}
