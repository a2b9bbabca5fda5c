import { NativeSelect, Text, VisuallyHidden } from '@mantine/core'
import { type SearchHit, searchProject, sourceKinds } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Failure } from '../../../components/failure.tsx'
import { FilterBar, TextFilter } from '../../../components/filters.tsx'
import { clock, dateOf, formatCount, plural } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { PeriodFields } from '../../../components/period-fields.tsx'
import { ShowMore } from '../../../components/show-more.tsx'
import { Snippet } from '../../../components/snippet.tsx'
import { useFilters, useList } from '../../../list.ts'
import { useProject, useProjectId } from '../../../project.ts'
import { kindNames } from '../source-state.tsx'
import classes from './search-page.module.css'

/** The best matches in a project, each with a link to its place in the text. */
export default function SearchPage() {
  const filters = useFilters(searchProject)
  if (!filters.values.q) return <EmptyState title="Search all sources" text={<HowTo />} />
  return (
    <>
      <SearchFilters filters={filters} />
      <Passages q={filters.values.q} filters={filters} />
    </>
  )
}

function Passages({
  q,
  filters,
}: {
  q: string
  filters: ReturnType<typeof useFilters<typeof searchProject>>
}) {
  const { id: projectId } = useProject()
  const list = useList(searchProject, { projectId, ...filters.values, q })
  const { rows: hits } = list
  if (list.error && !hits) return <Failure what="The search failed" error={list.error} onRetry={list.retry} />
  if (!hits) return <div aria-busy />
  const isFiltered = Object.keys(filters.values).length > 1
  return (
    <div aria-busy={list.busy}>
      <Text c="dimmed" role="status" mb="xs">
        {hits.length > 0 ? found(hits.length, list.hasMore) : <VisuallyHidden>Nothing found</VisuallyHidden>}
      </Text>
      {hits.length === 0 && !list.hasMore ? (
        <EmptyState
          title={`Nothing matches “${q}”`}
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

interface SearchFiltersProps {
  filters: ReturnType<typeof useFilters<typeof searchProject>>
}

/** Filters by the speaker of a passage, and by the details of its source. */
function SearchFilters({ filters: { values, set } }: SearchFiltersProps) {
  const { kind, speaker, author, tag, from, to } = values
  return (
    <FilterBar>
      <TextFilter label="Speaker" value={speaker} onChange={(speaker) => set({ speaker })} />
      <TextFilter label="Author" value={author} onChange={(author) => set({ author })} />
      <TextFilter label="Tag" maxLength={60} value={tag} onChange={(tag) => set({ tag })} />
      <NativeSelect
        aria-label="Kind"
        flex={{ base: '1 1 8rem', sm: '0 1 7rem' }}
        data={[
          { value: '', label: 'Any kind' },
          ...sourceKinds.map((value) => ({ value, label: kindNames[value] })),
        ]}
        value={kind ?? ''}
        onChange={(event) => set({ kind: sourceKinds.find((one) => one === event.currentTarget.value) })}
      />
      <PeriodFields from={from} to={to} onChange={set} />
    </FilterBar>
  )
}
