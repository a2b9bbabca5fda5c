import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { requestOf } from '#client'
import { type ExportKind, exportKinds, exportRecords, listImports } from '#contract'
import { AdminsOnly } from '../../components/admins-only.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { PageHeader, Section } from '../../components/page.tsx'
import { headings } from '../../headings.ts'
import { staticList, useList } from '../../list.ts'
import { useMay } from '../../session.ts'
import { importColumns, isOpen } from './import-columns.tsx'
import { exportNames } from './words.ts'

const heading = headings['/settings/imports']
const pollMs = 1500

/** The imports of the clinic, and its exports. */
export default function ImportsPage() {
  if (useMay()(listImports)) return <Imports />
  return (
    <AdminsOnly
      title={heading.title}
      may="import and export"
      text="Ask one of them to move data into Aerie or out of it."
    />
  )
}

function Imports() {
  const list = useList(listImports, {}, 'pages', ({ data }) => data.some(isOpen) && pollMs)
  return (
    <>
      <PageHeader
        {...heading}
        action={
          <Button variant="filled" component={Link} to="/settings/imports/new">
            Import a file
          </Button>
        }
      />
      <DataTable
        label="Imports"
        list={list}
        columns={importColumns}
        isFaded={({ dryRun }) => dryRun}
        empty={{
          title: 'No imports yet',
          text: 'Import patients, items and opening stock from CSV or NDJSON. A dry run shows what would happen first.',
        }}
      />
      <Section title="Export">
        <DataTable label="Exports" list={staticList(exported)} columns={exportColumns} />
      </Section>
    </>
  )
}

const exported = exportKinds.map((kind) => ({ id: kind }))

const exportColumns: Column<{ id: ExportKind }>[] = [
  { heading: 'Records', cell: ({ id }) => exportNames[id] },
  {
    heading: 'Download',
    hideHeading: true,
    align: 'right',
    width: '16rem',
    cell: ({ id }) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <ExportLink kind={id} format="csv" />
        <ExportLink kind={id} format="ndjson" />
      </Group>
    ),
  },
]

function ExportLink({ kind, format }: { kind: ExportKind; format: 'csv' | 'ndjson' }) {
  return (
    <Button
      component="a"
      download
      size="compact-sm"
      href={requestOf(exportRecords, { kind, format }).url}
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={`Export ${exportNames[kind].toLowerCase()} as ${format.toUpperCase()}`}
    >
      {format.toUpperCase()}
    </Button>
  )
}
