import { Group, Kbd, VisuallyHidden } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { Settings } from '#contract'
import { own } from '#rules/own'
import { Caption } from '../../../components/caption.tsx'
import { AddRow } from '../../../components/form-rows.tsx'
import { taxOptions } from '../taxes.ts'
import { isBlank } from './input.ts'
import { LineRow } from './line-row.tsx'
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
  const { form, preview } = editor
  const { currency, taxMode } = form.values
  const lines = form.rows('lines')
  const isInclusive = taxMode === 'inclusive'
  const taxes = taxOptions(settings, [...new Set(lines.map(({ values }) => values.tax))].sort())
  const { rows, add, press, goTo, remove } = useLineKeys(editor)

  return (
    <div data-container>
      <table className={classes.table} ref={rows} onKeyDown={press} aria-label="Lines">
        <LinesHead isInclusive={isInclusive} />
        <tbody>
          {lines.map((row) => (
            <LineRow
              key={row.values.key}
              row={row}
              computed={preview.lineOf(row.values.key)}
              isInclusive={isInclusive}
              currency={preview.invoice?.currency ?? currency}
              typedCurrency={currency}
              taxes={taxes}
              onRemove={() => remove(row.at)}
              goTo={(cell) => goTo(row.at, cell)}
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

/** Adds and removes lines, and moves between their fields. */
function useLineKeys({ form, lines: { rows, focus, add, removeLine } }: InvoiceEditor) {
  const goToNext = (at: number) => {
    const lines = form.current().lines
    if (lines[at + 1]) focus(at + 1)
    else if (!isBlank(lines[at]!)) lines.length < most && add()
    else if (!lines.every(isBlank)) form.element.current?.querySelector<HTMLElement>('[data-issue]')?.focus()
  }
  const goTo = (at: number, cell: 'quantity' | 'next') => (cell === 'next' ? goToNext(at) : focus(at, cell))

  const press = (event: KeyboardEvent) => {
    const element = event.target as Element
    const row = element.closest<HTMLElement>('[data-row]')?.dataset.row
    const cell = element.closest<HTMLElement>('[data-cell]')?.dataset.cell
    if (event.defaultPrevented || event.nativeEvent.isComposing || !row || !cell) return
    const at = Number(row)
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && element.tagName !== 'BUTTON') {
      event.preventDefault()
      const next = own(afterEnter, cell)
      if (next) focus(at, next)
      else goToNext(at)
    }
    const step = own({ ArrowUp: -1, ArrowDown: 1 }, event.key)
    if (!step || element.tagName === 'SELECT' || movesInText(element, step)) return
    if (!form.values.lines[at + step]) return
    event.preventDefault()
    focus(at + step, cell)
  }
  return { rows, add, press, goTo, remove: removeLine }
}

/** Whether an arrow key moves within a text of several lines instead of to another row. */
const movesInText = (element: Element, step: number): boolean =>
  element instanceof HTMLTextAreaElement &&
  (step < 0 ? element.selectionStart > 0 : element.selectionEnd < element.value.length)
