import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './form-rows.module.css'

/** Rows of a form that come and go, the focus with them. Each is marked `data-row`, all stand in `list`. */
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

/** @param label names the row: `Remove detail 2` */
export function RemoveRow({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon size={36} className={classes.remove ?? ''} aria-label={label} onClick={onClick}>
      <IconX size={16} />
    </ActionIcon>
  )
}

export function AddRow({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.add ?? ''}
      leftSection={<IconPlus size={14} aria-hidden />}
      data-add
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
