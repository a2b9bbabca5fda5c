import { exportAuditLog, listAuditLog } from '#contract'
import { ListPage } from '../../components/list-page.tsx'
import { LogExport } from '../../components/log-export.tsx'
import { headings } from '../../headings.ts'
import { useFilteredList } from '../../list.ts'
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
      action={may(exportAuditLog) && <LogExport operation={exportAuditLog} filter={list.filters.values} />}
      filters={auditFilters}
      empty={{
        title: 'No entries yet',
        text: 'Invitations, role changes, API keys, deleted projects and similar changes are recorded here.',
      }}
      columns={auditColumns(useNames())}
    />
  )
}
