import { Text, VisuallyHidden } from '@mantine/core'
import { type Input, type SearchHit, searchProject, sourceKinds } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Failure } from '../../../components/failure.tsx'
import { FilterBar, type FilterOf, textFilter } from '../../../components/filters.tsx'
import { clock, dateOf, formatCount, plural } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { periodFilter } from '../../../components/period-filter.tsx'
import { selectFilter } from '../../../components/select-filter.tsx'
import { ShowMore } from '../../../components/show-more.tsx'
import { Snippet } from '../../../components/snippet.tsx'
import { useFilters, useList } from '../../../list.ts'
import { useProject, useProjectId } from '../../../project.ts'
import { kindNames } from '../source-state.tsx'
import classes from './search-page.module.css'

/** The best matches in a project, each with a link to its place in the text. */
export default function SearchPage() {
  const { id: projectId } = useProject()
  const filters = useFilters(searchProject)
  const { q } = filters.values
  if (!q) return <EmptyState title="Search all sources" text={<HowTo />} />
  return (
    <>
      <FilterBar filters={searchFilters} state={filters} />
      <Passages input={{ projectId, ...filters.values, q }} />
    </>
  )
}

function Passages({ input }: { input: Input<typeof searchProject> }) {
  const list = useList(searchProject, input)
  const { rows: hits } = list
  if (list.error && !hits) return <Failure what="The search failed" error={list.error} onRetry={list.retry} />
  if (!hits) return <div aria-busy />
  const isFiltered = Object.keys(input).length > 2
  return (
    <div aria-busy={list.busy}>
      <Text c="dimmed" role="status" mb="xs">
        {hits.length > 0 ? found(hits.length, list.hasMore) : <VisuallyHidden>Nothing found</VisuallyHidden>}
      </Text>
      {hits.length === 0 && !list.hasMore ? (
        <EmptyState
          title={`Nothing matches “${input.q}”`}
          text={isFiltered ? 'Clear a filter to search more sources.' : <HowTo />}
        />
      ) : (
        <ol data-plain aria-label="Passages">
          {hits.map((hit) => (
            <Hit key={`${hit.sourceId} ${hit.start}`} hit={hit} />
          ))}
        </ol>
      )}
      <ShowMore list={list} shown={hits.length} />
    </div>
  )
}

const found = (count: number, hasMore: boolean) =>
  hasMore ? `The ${formatCount(count)} best matches` : plural(count, 'passage')

function Hit({ hit }: { hit: SearchHit }) {
  const projectId = useProjectId()
  const { sourceId, sourceTitle, start, end, missing, speaker, startMs, occurredAt } = hit
  return (
    <li className={classes.hit}>
      <TextLink
        to="/projects/$projectId/sources/$sourceId"
        params={{ projectId, sourceId }}
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
      {missing.length > 0 && (
        <Caption style={{ overflowWrap: 'anywhere' }}>
          Missing: <bdi>{missing.join(', ')}</bdi>
        </Caption>
      )}
      <div className={classes.snippet}>
        <Snippet text={hit.snippet} highlights={hit.highlights} />
      </div>
    </li>
  )
}

const HowTo = () => (
  <>
    Finds all forms of a word, and passages that lack some of the words. Use “quotation marks” for an exact
    phrase, <code>or</code> for alternatives, and a hyphen to exclude a word: <code>-draft</code>. A speaker’s
    name finds what the speaker said.
  </>
)

/** Filters by the speaker of a passage, and by the details of its source. */
const searchFilters: FilterOf<typeof searchProject>[] = [
  textFilter('speaker', 'Speaker'),
  textFilter('author', 'Author'),
  textFilter('tag', 'Tag', 60),
  selectFilter('kind', 'Kind', 'Any kind', sourceKinds, (kind) => kindNames[kind], {
    flex: { base: '1 1 8rem', sm: '0 1 7rem' },
  }),
  periodFilter,
]
