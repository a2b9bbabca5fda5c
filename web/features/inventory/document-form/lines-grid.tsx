import { ActionIcon, Button, Group, Kbd, Text, Tooltip } from '@mantine/core'
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, memo, type ReactNode } from 'react'
import { own } from '#rules/own'
import { Caption } from '../../../components/caption.tsx'
import { keepFocus } from '../../../components/focus.ts'
import classes from './lines-grid.module.css'
import { type Row, type Rows, sameValues } from './use-rows.ts'

interface LinesGridProps<Line extends object> {
  /** Names the grid: `Lines of the delivery`. */
  label: string
  rows: Pick<Rows<Line>, 'rows' | 'grid' | 'add' | 'goOn' | 'duplicate' | 'remove' | 'removed'>
  /** The columns and their CSS widths on wide screens. */
  columns: { heading: string; width: string }[]
  children: (row: Row<Line>) => ReactNode
}

/**
 * A grid to fill in with the keyboard: Enter moves to the next field, and at the end of a line to the next line, adding
 * one if needed. On narrow screens each line is a card.
 */
export function LinesGrid<Line extends object>({ label, rows, columns, children }: LinesGridProps<Line>) {
  const template = ['1.75rem', ...columns.map(({ width }) => width), '4rem'].join(' ')

  const press = (event: KeyboardEvent<HTMLLIElement>, key: number) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const act =
      event.ctrlKey && !event.altKey ? own({ d: rows.duplicate, Delete: rows.remove }, event.key) : undefined
    if (act) {
      event.preventDefault()
      act(key)
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && isField(event.target)) {
      event.preventDefault()
      const next = cellAfter(event.currentTarget, event.target)
      if (next) next.focus()
      else rows.goOn(key)
    }
  }

  return (
    <div data-container style={{ '--columns': template } as CSSProperties}>
      <div className={classes.head} aria-hidden>
        <span />
        {columns.map(({ heading }) => (
          <span key={heading}>{heading}</span>
        ))}
        <span />
      </div>
      <ol data-plain aria-label={label} ref={rows.grid}>
        {rows.rows.map((row, at) => (
          <li key={row.key} data-row={row.key} onKeyDown={(event) => press(event, row.key)}>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
            <div role="group" aria-label={`Line ${at + 1}`} className={classes.line}>
              <span className={classes.number} aria-hidden>
                {at + 1}
              </span>
              {children(row)}
              <LineActions at={at} row={row.key} duplicate={rows.duplicate} remove={rows.remove} />
            </div>
          </li>
        ))}
      </ol>
      <Group justify="space-between" gap="sm" mt="sm">
        <Group gap="sm">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onMouseDown={keepFocus}
            onClick={rows.add}
          >
            Add line
          </Button>
          <Text span role="status">
            {rows.removed && `Line ${rows.removed.number} removed.`}
          </Text>
          {rows.removed && (
            <Button variant="light" size="compact-sm" onClick={rows.removed.undo}>
              Undo
            </Button>
          )}
        </Group>
        <Caption className={classes.keys ?? ''}>
          <Kbd size="xs">Enter</Kbd> next field or line · <Kbd size="xs">Ctrl D</Kbd> duplicate line ·{' '}
          <Kbd size="xs">Ctrl Del</Kbd> remove line · <Kbd size="xs">Ctrl Enter</Kbd> submit
        </Caption>
      </Group>
    </div>
  )
}

const isField = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('[data-cell]')

/** The next field of a line. */
function cellAfter(line: HTMLElement, cell: HTMLElement): HTMLElement | undefined {
  const cells = [...line.querySelectorAll<HTMLElement>('[data-cell]:not(:disabled)')]
  return cells[cells.indexOf(cell) + 1]
}

interface LineActionsProps {
  at: number
  row: number
  duplicate: (key: number) => void
  remove: (key: number) => void
}

/** Not reached by Tab, which moves to the next line; the keys are Ctrl D and Ctrl Delete. */
const LineActions = memo(function LineActions({ at, row, duplicate, remove }: LineActionsProps) {
  return (
    <div className={classes.actions}>
      <Tooltip label="Duplicate line">
        <ActionIcon
          tabIndex={-1}
          aria-label={`Duplicate line ${at + 1}`}
          aria-keyshortcuts="Control+D"
          onMouseDown={keepFocus}
          onClick={() => duplicate(row)}
        >
          <IconCopy size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Remove line">
        <ActionIcon
          tabIndex={-1}
          aria-label={`Remove line ${at + 1}`}
          aria-keyshortcuts="Control+Delete"
          onMouseDown={keepFocus}
          onClick={() => remove(row)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}, sameValues)
