import { requestOf } from '#client'
import { exportAuditLog, listAuditLog } from '#contract'
import { ExportLink } from '../../components/export-link.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { headings } from '../../headings.ts'
import { useFilteredList } from '../../list.ts'
import type { FiltersOf } from '../../list-address.ts'
import { useMay } from '../../session.ts'
import { auditFilters } from './audit-filters.tsx'
import { auditColumns } from './entry-row.tsx'
import { useNames } from './sentences.tsx'

export default function AuditLogPage() {
  const may = useMay()
  const list = useFilteredList(listAuditLog)
  return (
    <ListPage
      {...headings['/settings/audit-log']}
      list={list}
      adminsOnly={{
        may: 'see the audit log',
        text: 'Ask one of them to find out who changed what. The Users page lists them.',
      }}
      action={may(exportAuditLog) && <ExportLinks filter={list.filters.values} />}
      filters={auditFilters}
      empty={{
        title: 'No entries yet',
        text: 'Invitations, role changes, API keys, deleted projects and similar changes are recorded here.',
      }}
      columns={auditColumns(useNames())}
    />
  )
}

function ExportLinks({ filter }: { filter: FiltersOf<typeof listAuditLog> }) {
  const hrefOf = (format: 'csv' | 'jsonl') => requestOf(exportAuditLog, { format, ...filter }).url
  return (
    <>
      <ExportLink href={hrefOf('csv')}>Export CSV</ExportLink>
      <ExportLink href={hrefOf('jsonl')}>Export JSON Lines</ExportLink>
    </>
  )
}
