import { Stack, type StackProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** A list with bullets, whose items are `li`. Mantine's own would be part of every page. */
export const Bullets = (props: StackProps & { children: ReactNode }) => (
  <Stack component="ul" gap={0} fz="md" lh="md" m={0} ps="lg" {...props} />
)
