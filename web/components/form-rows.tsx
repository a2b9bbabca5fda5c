import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

/** What rows need of the form that has them as `list`. */
interface RowsForm<List extends string> {
  current: () => Record<List, object[]>
  insert: (list: List, row: object, at: number) => void
  remove: (list: List, at: number) => void
}

/** Adds and removes the rows of a form's list, moving the focus. Each row has `data-row`, and all are inside `rows`. */
export function useFormRows<List extends string>(form: RowsForm<List>, list: List, blank: () => object) {
  const element = useRef<HTMLElement>(null)
  const [target, setTarget] = useState<{ at: number; cell?: string | undefined }>()
  /** Focuses a field of a row once it is rendered, by default the first. Typing replaces its text, as after the Tab key. */
  const focus = (at: number, cell?: string) => setTarget({ at, cell })
  useEffect(() => {
    if (!target) return
    const row = element.current?.querySelectorAll('[data-row]')[target.at]
    const within = target.cell ? `[data-cell="${target.cell}"]` : ''
    const fields = ':is(input, textarea, select)'
    const field = row?.querySelector<HTMLInputElement>(`${within}${fields}, ${within} ${fields}`)
    field?.focus()
    field?.select?.()
  }, [target])

  const addAt = (at: number, row = blank()) => {
    form.insert(list, row, at)
    focus(at)
  }
  return {
    rows: (list: HTMLElement | null) => {
      element.current = list
    },
    focus,
    addAt,
    add: () => addAt(form.current()[list].length),
    /** Moves the focus to the button that adds rows. */
    remove: (at: number) => {
      form.remove(list, at)
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('button[data-add]')?.focus())
    },
    /** Removes a line of a grid, which always has one, and moves the focus to the next. */
    removeLine: (at: number) => {
      const left = form.current()[list].length - 1
      if (left === 0) form.insert(list, blank(), 1)
      form.remove(list, at)
      focus(Math.min(at, Math.max(left - 1, 0)))
    },
  }
}

interface RemoveRowProps extends ActionIconProps {
  /** Names the row: `Remove detail 2`. */
  label: string
  onClick: () => void
}

/** By default in line with inputs that have their labels above. */
export function RemoveRow({ label, ...props }: RemoveRowProps) {
  return (
    <ActionIcon size={36} mt={24} style={{ justifySelf: 'end' }} aria-label={label} {...props}>
      <IconX size={16} />
    </ActionIcon>
  )
}

interface AddRowProps extends ButtonProps {
  children: string
  onClick: () => void
}

export function AddRow(props: AddRowProps) {
  return (
    <Button
      size="xs"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconPlus size={14} aria-hidden />}
      data-add
      {...props}
    />
  )
}
