import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface OnlyProps {
  /** The rows shown: `payments of Ada Lovelace`. */
  children: ReactNode
  onShowAll: () => void
}

/** States which rows a list shows, if its address selects them in a way that its filters do not show. */
export function Only({ children, onShowAll }: OnlyProps) {
  return (
    <Text mb="md" component="div">
      Only {children}{' '}
      <Button size="compact-sm" onClick={onShowAll}>
        Show all
      </Button>
    </Text>
  )
}
