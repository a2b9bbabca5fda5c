import { Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getSource } from '#contract'
import { callOptions } from '../../api.ts'

/** The title of a source that is cited. It is asked for once it comes into sight, since a result may cite hundreds. */
export function SourceTitle({ sourceId }: { sourceId: string }) {
  const { ref, entry } = useIntersection({ rootMargin: '300px' })
  const { data, error } = useQuery({
    ...callOptions(getSource, { sourceId }),
    enabled: entry?.isIntersecting ?? false,
    staleTime: 60_000,
  })
  return (
    <Text ref={ref} size="sm" c="dimmed" mt={4} mih="1.5em">
      {error ? 'The source is not there any more.' : <bdi>{data?.title}</bdi>}
    </Text>
  )
}
