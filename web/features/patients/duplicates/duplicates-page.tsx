import { Box, Button, Progress, Stack, Text } from '@mantine/core'
import { type DuplicateSearch, listDuplicates, listMerges, searchDuplicates } from '#contract'
import { useAction } from '../../../api.ts'
import { formatCount, plural } from '../../../components/format.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { notifyFailed } from '../../../components/notify.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { type RowOf, useList } from '../../../list.ts'
import { useMay } from '../../../session.ts'
import { PatientLink } from '../patient-line.tsx'
import { Warnings } from '../warnings.tsx'
import { pairColumns } from './pairs.tsx'

const pollMs = 1_500

const isUnderWay = (search: DuplicateSearch | null | undefined) =>
  search?.status === 'queued' || search?.status === 'running'

export default function DuplicatesPage() {
  const may = useMay()
  // One call returns the state and the pairs, so a search is never shown as done without its results.
  const list = useList(listDuplicates, {}, { again: ({ search }) => isUnderWay(search) && pollMs })
  const search = list.first?.search ?? undefined
  const action = useAction(searchDuplicates)
  const start = () =>
    action.mutate(undefined, {
      onError: (error) => notifyFailed('The search could not be started', error),
    })

  return (
    <ListPage
      title="Likely duplicates"
      back={{ to: '/patients', label: 'Patients' }}
      description="Records that may be the same person, found by names, dates of birth, identifiers, addresses and telephone numbers. The likelihood considers how common a name is and that families share an address. Nothing is merged until someone compares the two."
      action={
        <>
          {may(listMerges) && <ButtonLink to="/patients/merges">Past merges</ButtonLink>}
          {may(searchDuplicates) && (
            <Button variant="filled" loading={action.isPending} disabled={isUnderWay(search)} onClick={start}>
              {search ? 'Search again' : 'Search all patients'}
            </Button>
          )}
        </>
      }
      list={list}
      summary={search && <SearchStatus of={search} />}
      idOf={({ patients }) => patients.map(({ id }) => id).join(' ')}
      columns={columns}
      empty={{
        ...emptyTexts[search?.status ?? 'none'],
        action: search === undefined && may(searchDuplicates) && (
          <Button loading={action.isPending} onClick={start}>
            Search all patients
          </Button>
        ),
      }}
    />
  )
}

const columns = pairColumns<RowOf<typeof listDuplicates>>(
  ({ patients }) => (
    <Stack component="ul" gap={8} fz="md" lh="md" data-plain>
      {patients.map((patient) => (
        <li key={patient.id}>
          <PatientLink to={patient} c="inherit" fw={500} />
        </li>
      ))}
    </Stack>
  ),
  'Records',
  ({ patients }) => patients,
)

const underWay = { title: 'Nothing found yet', text: 'Results appear when the search is done.' }

/** Shown if there are no pairs, by the status of the last search. */
const emptyTexts: Record<DuplicateSearch['status'] | 'none', { title: string; text: string }> = {
  none: {
    title: 'Not searched yet',
    text: 'A search compares all patients with each other. With many patients it takes minutes and continues if you leave this page.',
  },
  queued: underWay,
  running: underWay,
  done: {
    title: 'No likely duplicates',
    text: 'No two records look like the same person. The next search includes records created since then.',
  },
  failed: { title: 'Nothing found', text: 'There are no results from an earlier search.' },
}

/** The progress of a search of all patients, or when the last one ended. */
function SearchStatus({ of: search }: { of: DuplicateSearch }) {
  const { status, done, total, finishedAt } = search
  if (status === 'failed')
    return (
      <Box mb="md">
        <Warnings
          sentences={['The last search failed. Search again; if that fails too, tell your administrator.']}
        />
      </Box>
    )
  if (status === 'done')
    return (
      <Text c="dimmed" mb="md">
        {plural(total, 'patient')} compared {finishedAt && <RelativeTime at={finishedAt} />}.
      </Text>
    )
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0
  return (
    <Stack gap={6} mb="md">
      <Text role="status">
        {status === 'queued'
          ? 'The search is about to start.'
          : `${formatCount(done)} of ${formatCount(total)} patients compared. You can leave this page.`}
      </Text>
      <Progress value={percent} aria-label="Search for duplicates" striped={status === 'queued'} />
    </Stack>
  )
}
