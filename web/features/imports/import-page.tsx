import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { createImport, getImport, type Import, listImportErrors } from '#contract'
import { callOptions, useAction } from '../../api.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Facts } from '../../components/facts.tsx'
import { formatCount, plural } from '../../components/format.ts'
import { notifyFailed } from '../../components/notify.tsx'
import { Loaded, PageHeader, Section } from '../../components/page.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { useList } from '../../list.ts'
import { type Draft, draftOf } from './drafts.ts'
import { errorColumns, ImportProgress, ImportState, isOpen } from './import-columns.tsx'
import { kindNames } from './words.ts'

const route = getRouteApi('/shell/settings/imports/$importId')
const pollMs = 1000

/** An import or a dry run: its progress, then what became of the rows. */
export default function ImportPage() {
  const { importId } = route.useParams()
  const call = useQuery({
    ...callOptions(getImport, { importId }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? pollMs : false),
  })
  return (
    <Loaded call={call} heading="Import" what="The import could not be loaded">
      {(found) => <Shown key={found.id} found={found} />}
    </Loaded>
  )
}

function Shown({ found }: { found: Import }) {
  const { id, kind, filename, dryRun, status, error, counts, createdAt, createdBy } = found
  const draft = dryRun ? draftOf(id) : undefined
  const skipped = counts.failed + counts.flagged
  return (
    <>
      <PageHeader
        title={filename}
        part={dryRun ? 'Dry run' : 'Import'}
        back={{ to: '/settings/imports', label: 'Import and export' }}
        badge={!isOpen(found) && <ImportState of={found} />}
        description={
          <>
            {kindNames[kind]}, {dryRun ? 'checked without saving anything' : 'imported'}{' '}
            <RelativeTime at={createdAt} /> by <bdi>{createdBy.name}</bdi>.
          </>
        }
        action={dryRun && status === 'done' && <ImportNow found={found} draft={draft} />}
      />
      <Stack gap="lg">
        {isOpen(found) && <ImportProgress of={found} />}
        {status === 'failed' && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The import failed">
            {error}
          </Alert>
        )}
        <Facts facts={factsOf(found)} />
      </Stack>
      {skipped > 0 && <Errors of={found} />}
    </>
  )
}

function factsOf({ dryRun, counts }: Import) {
  const words: [keyof Import['counts'], string, string][] = [
    ['created', 'Created', 'Would be created'],
    ['updated', 'Updated', 'Would be updated'],
    ['unchanged', 'Unchanged', 'Unchanged'],
    ['flagged', 'Flagged', 'Flagged'],
    ['failed', 'With errors', 'With errors'],
  ]
  return words.map(([name, done, would]) => ({
    name: dryRun ? would : done,
    value: formatCount(counts[name]),
  }))
}

function ImportNow({ found, draft }: { found: Import; draft: Draft | undefined }) {
  const navigate = useNavigate()
  const run = useAction(createImport, {
    onDone: ({ id }) => navigate({ to: '/settings/imports/$importId', params: { importId: id } }),
  })
  if (!draft)
    return (
      <Button component={Link} to="/settings/imports/new">
        Choose the file again
      </Button>
    )
  const { kind, file, columns, key } = draft
  const imported = found.counts.created + found.counts.updated
  return (
    <Button
      variant="filled"
      disabled={imported === 0}
      loading={run.isPending}
      onClick={() =>
        run.mutate(
          { kind, file, columns, ...(key !== null && { key }), dryRun: false },
          { onError: (error) => notifyFailed('The import could not be started', error) },
        )
      }
    >
      Import {plural(imported, 'row')}
    </Button>
  )
}

/** The rows that were not imported. They are listed while an import runs, too. */
function Errors({ of: found }: { of: Import }) {
  const again = () => isOpen(found) && 2 * pollMs
  return (
    <Section title={found.dryRun ? 'Rows that would be skipped' : 'Skipped rows'}>
      <Text c="dimmed" maw="75ch">
        Correct these rows in the file and import it again: rows that were imported stay as they are. Likely
        duplicates are not created; if two patients are different people, create the second one yourself. If
        the key of a row belongs to another person or item, give the row another key, or edit the record
        yourself.
      </Text>
      <DataTable
        label="Skipped rows"
        list={useList(listImportErrors, { importId: found.id }, { again })}
        idOf={({ row, field }) => `${row} ${field}`}
        columns={errorColumns}
      />
    </Section>
  )
}
