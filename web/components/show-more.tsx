import { Button, Group, Text } from '@mantine/core'
import type { List } from '../list.ts'
import { formatCount } from './format.ts'

/** Loads more of a list. */
export function ShowMore({ list, shown }: { list: List<unknown>; shown: number }) {
  if (!list.hasMore) return null
  return (
    <Group mt="md" gap="sm">
      <Button loading={list.loadingMore} onClick={list.more}>
        Show more
      </Button>
      <Text c="dimmed" role="status">
        {formatCount(shown)} shown
      </Text>
    </Group>
  )
}
