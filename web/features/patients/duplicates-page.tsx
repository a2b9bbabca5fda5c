import { Button } from '@mantine/core'
import { type DuplicateSearch, listDuplicates, listMerges, searchDuplicates } from '#contract'
import { useAction } from '../../api.ts'
import { DataTable } from '../../components/data-table.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { notifyFailed } from '../../components/notify.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useList } from '../../list.ts'
import { useMay } from '../../session.ts'
import { type Pair, pairColumns } from './pair-columns.tsx'
import { SearchStatus } from './search-status.tsx'

const askEveryMs = 1_500

const isUnderWay = (search: DuplicateSearch | null | undefined) =>
  search?.status === 'queued' || search?.status === 'running'

export function DuplicatesPage() {
  const may = useMay()
  // State and pairs by one call: a search is shown as done only with what it found.
  const { rows, ...list } = useList(
    listDuplicates,
    {},
    'pages',
    ({ search }) => isUnderWay(search) && askEveryMs,
  )
  const search = list.first?.search ?? undefined
  const action = useAction(searchDuplicates)
  const start = () =>
    action.mutate(undefined, {
      onError: (error) => notifyFailed('The search could not be started', error),
    })
  const pairs = rows?.map((row): Pair => ({ ...row, id: row.patients.map(({ id }) => id).join(' ') }))

  return (
    <>
      <PageHeader
        title="Likely duplicates"
        back={{ to: '/patients', label: 'Patients' }}
        description="Records that may be of one person: names that sound or are spelt alike, dates of birth, identifiers, addresses, telephone numbers. Nothing is merged until somebody has compared the two."
        action={
          <>
            {may(listMerges) && (
              <ButtonLink to="/patients/merges" variant="default">
                Past merges
              </ButtonLink>
            )}
            <Button loading={action.isPending} disabled={isUnderWay(search)} onClick={start}>
              {search ? 'Search again' : 'Search all patients'}
            </Button>
          </>
        }
      />
      {search && <SearchStatus of={search} />}
      <DataTable
        label="Likely duplicates"
        list={{ ...list, rows: pairs }}
        columns={pairColumns}
        empty={{
          ...emptyWords[search?.status ?? 'none'],
          action: search === undefined && (
            <Button variant="default" loading={action.isPending} onClick={start}>
              Search all patients
            </Button>
          ),
        }}
      />
    </>
  )
}

const underWayWords = {
  title: 'Nothing found so far',
  text: 'What the search finds is shown when it is done.',
}

/** What is said where no pair stands, by how the last search is doing. */
const emptyWords: Record<DuplicateSearch['status'] | 'none', { title: string; text: string }> = {
  none: {
    title: 'Not searched yet',
    text: 'A search compares all patients with each other. On very many it takes minutes, and goes on when you leave the page.',
  },
  queued: underWayWords,
  running: underWayWords,
  done: {
    title: 'No likely duplicates',
    text: 'No two records look like one person. Records made since then are compared by the next search.',
  },
  failed: { title: 'Nothing found', text: 'What an earlier search found would stand here.' },
}
