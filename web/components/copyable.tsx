import { Group } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'
import classes from './copyable.module.css'

/** An id or a token, in monospace with a copy button. `wrap` shows all of a long one. */
export function Copyable({ text, label, wrap = false }: { text: string; label: string; wrap?: boolean }) {
  return (
    <Group component="span" gap={4} wrap="nowrap" className={classes.copyable ?? ''}>
      <code className={wrap ? classes.wrapped : classes.line}>{text}</code>
      <CopyButton text={text} label={label} />
    </Group>
  )
}
