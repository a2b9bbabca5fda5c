import { Text, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type SearchHit, searchProject } from '#contract'
import { callOptions } from '../../../api.ts'
import { Caption } from '../../../components/caption.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { clock, dateOf, plural } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { MarkedText } from '../../../components/marked-text.tsx'
import { Loaded } from '../../../components/page.tsx'
import { useFilters } from '../../../list.ts'
import { useProject } from '../../../project.ts'
import classes from './search-page.module.css'

const limit = 50

/** The best matches in a project, each with a link to its place in the text. */
export default function SearchPage() {
  const { id: projectId } = useProject()
  const { q = '' } = useFilters(searchProject).values
  const call = useQuery({
    ...callOptions(searchProject, { projectId, q, limit }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  if (q === '') return <EmptyState title="Search all sources" text={<HowTo />} />
  return (
    <Loaded call={call} what="The search failed">
      {({ data: hits }) => <Passages q={q} hits={hits} busy={call.isPlaceholderData} />}
    </Loaded>
  )
}

function Passages({ q, hits, busy }: { q: string; hits: SearchHit[]; busy: boolean }) {
  return (
    <div aria-busy={busy}>
      <Text c="dimmed" role="status" mb="xs">
        {hits.length > 0 ? found(hits.length) : <VisuallyHidden>Nothing found</VisuallyHidden>}
      </Text>
      {hits.length === 0 ? (
        <EmptyState title={`Nothing matches “${q}”`} text={<HowTo />} />
      ) : (
        <ol data-plain aria-label="Passages">
          {hits.map((hit) => (
            <Hit key={`${hit.sourceId} ${hit.start}`} hit={hit} />
          ))}
        </ol>
      )}
    </div>
  )
}

const found = (count: number) => (count === limit ? `The ${count} best matches` : plural(count, 'passage'))

function Hit({ hit }: { hit: SearchHit }) {
  const { sourceId, sourceTitle, start, end, speaker, startMs, occurredAt } = hit
  return (
    <li className={classes.hit}>
      <TextLink
        to="/sources/$sourceId"
        params={{ sourceId }}
        search={{ at: `${start}-${end}` }}
        fw={500}
        style={{ overflowWrap: 'anywhere' }}
      >
        <bdi>{sourceTitle}</bdi>
      </TextLink>
      <Caption>
        {speaker && (
          <>
            <bdi>{speaker}</bdi>
            {' · '}
          </>
        )}
        {startMs !== null && `${clock(startMs)} · `}
        <time dateTime={occurredAt}>{dateOf(occurredAt)}</time>
      </Caption>
      <p className={classes.snippet} dir="auto">
        <MarkedText text={hit.snippet} highlights={hit.highlights} />
      </p>
    </li>
  )
}

const HowTo = () => (
  <>
    Finds all forms of a word. Use “quotation marks” for an exact phrase, <code>or</code> for alternatives,
    and a hyphen to exclude a word: <code>-draft</code>. A speaker’s name finds what the speaker said.
  </>
)
