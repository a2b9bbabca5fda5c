import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { List } from '../list.ts'
import { formatCount } from './format.ts'

interface ShowMoreProps {
  list: List<unknown>
  shown: number
  /** Shown at the end of the line. */
  children?: ReactNode
}

/** Loads more of a list. */
export function ShowMore({ list, shown, children }: ShowMoreProps) {
  if (!list.hasMore && !children) return null
  return (
    <Group mt="md" gap="sm">
      {list.hasMore && (
        <>
          <Button loading={list.loadingMore} onClick={list.more}>
            Show more
          </Button>
          <Text c="dimmed" role="status">
            {formatCount(shown)} shown
          </Text>
        </>
      )}
      {children}
    </Group>
  )
}
