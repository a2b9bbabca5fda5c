import { exportAuditLog, listAuditLog } from '#contract'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { useFilters, useList } from '../../list.ts'
import { useMay } from '../../session.ts'
import { AuditEntryRow } from './audit-entry-row.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { ExportLinks } from './export-links.tsx'
import { useNames } from './use-names.ts'

export function AuditLogPage() {
  return useMay()(listAuditLog) ? <AuditLog /> : <NotForMembers />
}

function AuditLog() {
  const may = useMay()
  const filters = useFilters(listAuditLog)
  const list = useList(listAuditLog, filters.values)
  const nameOf = useNames()
  return (
    <>
      <PageHeader
        title="Audit log"
        description="What was administered here, by whom and when. Nobody can change or delete it."
        action={may(exportAuditLog) && <ExportLinks filter={filters.values} />}
      />
      <AuditFilters values={filters.values} onChange={filters.set} />
      <DataTable
        label="Audit log"
        list={list}
        filters={filters}
        empty={{
          title: 'Nothing yet',
          text: 'Invitations, role changes, API keys, deleted projects and the like are recorded here.',
        }}
        columns={[
          { heading: 'What happened', cell: (entry) => <AuditEntryRow entry={entry} nameOf={nameOf} /> },
          { heading: 'When', width: '9rem', cell: ({ at }) => <RelativeTime at={at} /> },
        ]}
      />
    </>
  )
}

function NotForMembers() {
  return (
    <>
      <PageHeader title="Audit log" />
      <EmptyState
        title="The audit log is for the owner and admins"
        text="Ask one of them, if you need to know who changed what. The Members page says who they are."
      />
    </>
  )
}
