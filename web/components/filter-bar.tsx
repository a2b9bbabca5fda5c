import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

/** The search and filters above a list. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <Group role="search" gap="sm" mb="md">
      {children}
    </Group>
  )
}
