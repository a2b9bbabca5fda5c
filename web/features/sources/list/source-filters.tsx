// Separate because the page of sources also uploads them.
import { type listSources, type Output, sourceKinds, sourceStatuses } from '#contract'
import { type FilterOf, searchFilter } from '../../../components/filters.tsx'
import { formatCount } from '../../../components/format.ts'
import { pillFilter } from '../../../components/pill-filter.tsx'
import { selectFilter } from '../../../components/select-filter.tsx'
import { kindNames, statusNames } from '../source-state.tsx'

const layout = { flex: { base: '1 1 8rem', sm: '0 1 10rem' } }

/** Returns filters by title, state, kind, and a tag chosen in a row. */
export const sourceFilters = (
  counts: Output<typeof listSources>['counts'] | undefined,
): FilterOf<typeof listSources>[] => [
  searchFilter('Filter by title'),
  selectFilter(
    'status',
    'Status',
    'Any status',
    sourceStatuses,
    (status) => statusNames[status] + (counts ? ` (${formatCount(counts[status])})` : ''),
    layout,
  ),
  selectFilter('kind', 'Kind', 'Any kind', sourceKinds, (kind) => kindNames[kind], layout),
  pillFilter('tag', 'With any tag', (tag) => (
    <>
      Tag: <bdi>{tag}</bdi>
    </>
  )),
]
