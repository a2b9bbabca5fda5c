import { Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type SearchHit, searchProject } from '#contract'
import { callOptions } from '../../api.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { clock, dateOf, plural } from '../../components/format.ts'
import { TextLink } from '../../components/links.tsx'
import { MarkedText } from '../../components/marked-text.tsx'
import { useFilters } from '../../list.ts'
import { useProject } from '../projects/use-project.ts'
import classes from './search-page.module.css'

const atMost = 50

/** The passages of a project that match best, each leading to its place in the text. */
export function SearchPage() {
  const { id: projectId } = useProject()
  const { q = '' } = useFilters(searchProject).values
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...callOptions(searchProject, { projectId, q, limit: atMost }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  if (q === '') return <EmptyState title="Search all sources" text={<HowTo />} />
  if (error) return <Failure what="The search failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const { data: hits } = data
  return (
    <div aria-busy={isPlaceholderData}>
      <Text c="dimmed" role="status" mb="xs">
        {hits.length > 0 ? (
          found(hits.length)
        ) : (
          <VisuallyHidden component="span">Nothing found</VisuallyHidden>
        )}
      </Text>
      {hits.length === 0 ? (
        <EmptyState title={`Nothing matches “${q}”`} text={<HowTo />} />
      ) : (
        <ol className={classes.hits} aria-label="Passages">
          {hits.map((hit) => (
            <Hit key={`${hit.sourceId} ${hit.start}`} hit={hit} />
          ))}
        </ol>
      )}
    </div>
  )
}

const found = (count: number) =>
  count === atMost ? `The ${count} passages that match best` : plural(count, 'passage')

function Hit({ hit }: { hit: SearchHit }) {
  const { sourceId, sourceTitle, start, end, speaker, startMs, occurredAt } = hit
  return (
    <li className={classes.hit}>
      <TextLink
        to="/sources/$sourceId"
        params={{ sourceId }}
        search={{ at: `${start}-${end}` }}
        fw={500}
        className={classes.title ?? ''}
      >
        <bdi>{sourceTitle}</bdi>
      </TextLink>
      <Text size="xs" c="dimmed">
        {speaker && (
          <>
            <bdi>{speaker}</bdi>
            {' · '}
          </>
        )}
        {startMs !== null && `${clock(startMs)} · `}
        <time dateTime={occurredAt}>{dateOf(occurredAt)}</time>
      </Text>
      <p className={classes.snippet} dir="auto">
        <MarkedText text={hit.snippet} highlights={hit.highlights} />
      </p>
    </li>
  )
}

const HowTo = () => (
  <>
    Words are found in any form. Put them in “quotation marks” to have them in this order, <code>or</code>{' '}
    between them for either, and a hyphen before one that must not stand there: <code>-draft</code>.
  </>
)

const Loading = () => (
  <Stack gap="md" aria-busy>
    <Skeleton h={14} w="30%" />
    <Skeleton h={64} />
    <Skeleton h={64} />
    <Skeleton h={64} />
  </Stack>
)
