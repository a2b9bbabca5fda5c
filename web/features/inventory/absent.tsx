import { Text, VisuallyHidden } from '@mantine/core'

/** Stands where there is no such thing. */
export function Absent() {
  return (
    <Text c="dimmed" component="span">
      <span aria-hidden>–</span>
      <VisuallyHidden>None</VisuallyHidden>
    </Text>
  )
}
