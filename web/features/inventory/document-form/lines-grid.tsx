import { ActionIcon, Button, Group, Kbd, Text, Tooltip } from '@mantine/core'
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, memo, type ReactNode, useState } from 'react'
import { own } from '#rules/own'
import { Caption } from '../../../components/caption.tsx'
import { keepFocus } from '../../../components/focus.ts'
import type { FormRow } from '../../../components/form-fields.ts'
import type { useFormRows } from '../../../components/form-rows.tsx'
import { keyed, sameValues } from '../../../components/rows.ts'
import classes from './lines-grid.module.css'

interface LinesGridProps<Line> {
  /** Names the grid: `Lines of the delivery`. */
  label: string
  form: { rows: (list: 'lines') => FormRow<Line>[] }
  lines: ReturnType<typeof useFormRows>
  /** The columns and their CSS widths on wide screens. */
  columns: { heading: string; width: string }[]
  children: (row: FormRow<Line>) => ReactNode
}

/**
 * A grid to fill in with the keyboard: Enter moves to the next field, and at the end of a line to the next line, adding
 * one if needed. On narrow screens each line is a card.
 */
export function LinesGrid<Line extends { key?: string }>(props: LinesGridProps<Line>) {
  const { label, columns, children } = props
  const { rows, add, duplicate, remove, goOn, removed } = useLineActions(props)
  const template = ['1.75rem', ...columns.map(({ width }) => width), '4rem'].join(' ')

  const press = (event: KeyboardEvent<HTMLLIElement>, at: number) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const act = event.ctrlKey && !event.altKey ? own({ d: duplicate, Delete: remove }, event.key) : undefined
    if (act) {
      event.preventDefault()
      act(at)
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && isField(event.target)) {
      event.preventDefault()
      const next = cellAfter(event.currentTarget, event.target)
      if (next) next.focus()
      else goOn(at)
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
      <ol data-plain aria-label={label} ref={props.lines.rows}>
        {rows.map((row, at) => (
          <li key={row.values.key} data-row onKeyDown={(event) => press(event, at)}>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
            <div role="group" aria-label={`Line ${at + 1}`} className={classes.line}>
              <span className={classes.number} aria-hidden>
                {at + 1}
              </span>
              {children(row)}
              <LineActions at={at} duplicate={duplicate} remove={remove} />
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
            onClick={add}
          >
            Add line
          </Button>
          <Text span role="status">
            {removed && `Line ${removed.at + 1} removed.`}
          </Text>
          {removed && (
            <Button variant="light" size="compact-sm" onClick={removed.undo}>
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

/** Adds, duplicates and removes lines; the line removed last can be restored until the next change of lines. */
function useLineActions<Line extends { key?: string }>({ form, lines }: LinesGridProps<Line>) {
  const [removed, setRemoved] = useState<{ at: number; undo: () => void }>()
  const rows = form.rows('lines')
  const insert = (...place: Parameters<typeof lines.addAt>) => {
    lines.addAt(...place)
    setRemoved(undefined)
  }
  return {
    rows,
    add: () => insert(rows.length),
    duplicate: (at: number) => insert(at + 1, keyed(rows[at]!.values)),
    remove: (at: number) => {
      lines.removeLine(at)
      setRemoved({ at, undo: () => insert(at, rows[at]!.values) })
    },
    /** Moves to the next line, adding one after the last. */
    goOn: (at: number) => (rows[at + 1] ? lines.focus(at + 1) : insert(at + 1)),
    removed,
  }
}

interface LineActionsProps {
  at: number
  duplicate: (at: number) => void
  remove: (at: number) => void
}

/** Not reached by Tab, which moves to the next line; the keys are Ctrl D and Ctrl Delete. */
const LineActions = memo(function LineActions({ at, duplicate, remove }: LineActionsProps) {
  return (
    <div className={classes.actions}>
      <Tooltip label="Duplicate line">
        <ActionIcon
          tabIndex={-1}
          aria-label={`Duplicate line ${at + 1}`}
          aria-keyshortcuts="Control+D"
          onMouseDown={keepFocus}
          onClick={() => duplicate(at)}
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
          onClick={() => remove(at)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}, sameValues)
