import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { requestOf } from '#client'
import { exportAuditLog, listAuditLog } from '#contract'
import { AdminsOnly } from '../../components/admins-only.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { PageHeader } from '../../components/page.tsx'
import { headings } from '../../headings.ts'
import { useFilters, useList } from '../../list.ts'
import type { FiltersOf } from '../../list-address.ts'
import { useMay } from '../../session.ts'
import { AuditFilters } from './audit-filters.tsx'
import { auditColumns } from './entry-row.tsx'
import { useNames } from './sentences.tsx'

export default function AuditLogPage() {
  if (useMay()(listAuditLog)) return <AuditLog />
  return (
    <AdminsOnly
      title={headings['/settings/audit-log'].title}
      may="see the audit log"
      text="Ask one of them to find out who changed what. The Members page lists them."
    />
  )
}

function AuditLog() {
  const may = useMay()
  const filters = useFilters(listAuditLog)
  const list = useList(listAuditLog, filters.values)
  const nameOf = useNames()
  return (
    <>
      <PageHeader
        {...headings['/settings/audit-log']}
        action={may(exportAuditLog) && <ExportLinks filter={filters.values} />}
      />
      <AuditFilters values={filters.values} onChange={filters.set} />
      <DataTable
        label="Audit log"
        list={list}
        filters={filters}
        empty={{
          title: 'No entries yet',
          text: 'Invitations, role changes, API keys, deleted projects and similar changes are recorded here.',
        }}
        columns={auditColumns(nameOf)}
      />
    </>
  )
}

function ExportLinks({ filter }: { filter: FiltersOf<typeof listAuditLog> }) {
  const hrefOf = (format: 'csv' | 'jsonl') => requestOf(exportAuditLog, { format, ...filter }).url
  const icon = <IconDownload size={16} aria-hidden />
  return (
    <>
      <Button component="a" download href={hrefOf('csv')} leftSection={icon}>
        Export CSV
      </Button>
      <Button component="a" download href={hrefOf('jsonl')} leftSection={icon}>
        Export JSON Lines
      </Button>
    </>
  )
}
