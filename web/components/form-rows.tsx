import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'

/** Rows that can be added and removed, moving the focus. Each has `data-row`, and all are inside `list`. */
export function useFormRows<Row>(rows: Row[], onChange: (rows: Row[]) => void, blank: Row) {
  const list = useRef<HTMLDivElement>(null)
  const focusSoon = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())
  return {
    list,
    add: () => {
      onChange([...rows, blank])
      focusSoon(':nth-last-child(1 of [data-row]) input')
    },
    remove: (place: number) => {
      onChange(rows.toSpliced(place, 1))
      focusSoon('button[data-add]')
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
