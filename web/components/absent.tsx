import { Text, VisuallyHidden } from '@mantine/core'

/** Shown if there is no value. */
export function Absent() {
  return (
    <Text c="dimmed" component="span">
      <span aria-hidden>–</span>
      <VisuallyHidden>None</VisuallyHidden>
    </Text>
  )
}
