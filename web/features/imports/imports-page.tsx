import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { requestOf } from '#client'
import { type ExportKind, exportKinds, exportRecords, listImports } from '#contract'
import { type Column, column, numberColumn } from '../../components/columns.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { ExportLink } from '../../components/export-link.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { Section } from '../../components/page.tsx'
import { headings } from '../../headings.ts'
import { useList } from '../../list.ts'
import { importColumns, isOpen } from './import-columns.tsx'
import { exportNames } from './words.ts'

const pollMs = 1500

/** The imports of the clinic, and its exports. */
export default function ImportsPage() {
  return (
    <ListPage
      {...headings['/settings/imports']}
      action={
        <Button variant="filled" component={Link} to="/settings/imports/new">
          Import a file
        </Button>
      }
      label="Imports"
      list={useList(listImports, {}, { again: ({ data }) => data.some(isOpen) && pollMs })}
      adminsOnly={{
        may: 'import and export',
        text: 'Ask one of them to move data into Aerie or out of it.',
      }}
      columns={importColumns}
      isFaded={({ dryRun }) => dryRun}
      empty={{
        title: 'No imports yet',
        text: 'Import patients, items and opening stock from CSV or NDJSON. A dry run shows what would happen first.',
      }}
    >
      <Section title="Export">
        <DataTable label="Exports" list={exported} columns={exportColumns} />
      </Section>
    </ListPage>
  )
}

const exported = exportKinds.map((kind) => ({ id: kind }))

const exportColumns: Column<{ id: ExportKind }>[] = [
  column('Records', {}, ({ id }) => exportNames[id]),
  numberColumn('Download', { hideHeading: true, width: '16rem' }, ({ id }) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <ExportOf kind={id} format="csv" />
      <ExportOf kind={id} format="ndjson" />
    </Group>
  )),
]

function ExportOf({ kind, format }: { kind: ExportKind; format: 'csv' | 'ndjson' }) {
  return (
    <ExportLink
      size="compact-sm"
      href={requestOf(exportRecords, { kind, format }).url}
      aria-label={`Export ${exportNames[kind].toLowerCase()} as ${format.toUpperCase()}`}
    >
      {format.toUpperCase()}
    </ExportLink>
  )
}
