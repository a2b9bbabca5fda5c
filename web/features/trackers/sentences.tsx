import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Failure } from '../../components/failure.tsx'
import { formatCount, plural } from '../../components/format.ts'
import { MentionList } from './mention-list.tsx'
import classes from './sentences.module.css'
import { type Days, useResults } from './use-results.ts'

/** The sentences of these days in which something was found, what was found last first. */
export function Sentences({ trackerId, days }: { trackerId: string; days: Days }) {
  const results = useResults(trackerId, days)
  const { data, error, isPlaceholderData } = results
  const [newest] = data?.pages ?? []
  if (!newest)
    return error ? (
      <Failure what="The mentions could not be loaded" error={error} onRetry={() => void results.refetch()} />
    ) : (
      <Stack aria-busy gap="md">
        <Skeleton h={20} w={180} />
        <Skeleton h={200} />
      </Stack>
    )

  const mentions = data?.pages.flatMap((page) => page.data) ?? []
  const { counts } = newest
  return (
    <section
      aria-label="Mentions"
      className={classes.sentences}
      aria-busy={isPlaceholderData}
      data-old={isPlaceholderData || undefined}
    >
      <Text role="status" fw={600} mt="xs">
        {counts.mentions === 0
          ? 'No mentions on these days'
          : `${plural(counts.mentions, 'mention')} in ${plural(counts.sources, 'source')}`}
      </Text>
      <MentionList mentions={mentions} label="Mentions" />
      {error && (
        <Failure
          what="More could not be loaded"
          error={error}
          onRetry={() => void (results.isFetchNextPageError ? results.fetchNextPage() : results.refetch())}
        />
      )}
      {results.hasNextPage && !error && (
        <Group mt="md" gap="sm">
          <Button
            variant="default"
            loading={results.isFetchingNextPage}
            onClick={() => results.fetchNextPage()}
          >
            Show more
          </Button>
          <Text c="dimmed">{formatCount(mentions.length)} shown</Text>
        </Group>
      )}
    </section>
  )
}
