import { Text } from '@mantine/core'

/** Small secondary text, such as the second line of a table cell. */
export const Caption = Text.withProps({ size: 'xs', c: 'dimmed' })
