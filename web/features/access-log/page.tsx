import { type AccessLogEntry, exportAccessLog, listAccessLog, updateSecuritySettings } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { type Column, column } from '../../components/columns.tsx'
import { plural } from '../../components/format.ts'
import { ButtonLink } from '../../components/links.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { LogExport } from '../../components/log-export.tsx'
import { RecordLink } from '../../components/record-link.tsx'
import { headings } from '../../headings.ts'
import { useFilteredList } from '../../list.ts'
import { useMay } from '../../session.ts'
import { accessFilters } from './access-filters.tsx'
import { readColumns } from './read-columns.tsx'

export default function AccessLogPage() {
  const may = useMay()
  const list = useFilteredList(listAccessLog)
  return (
    <ListPage
      {...headings['/settings/access-log']}
      list={list}
      adminsOnly={{
        may: 'see the access log',
        text: 'Ask one of them to find out who opened a patient’s record. The Users page lists them.',
      }}
      action={
        <>
          {may(updateSecuritySettings) && <ButtonLink to="/settings/security">Security settings</ButtonLink>}
          {may(exportAccessLog) && <LogExport operation={exportAccessLog} filter={list.filters.values} />}
        </>
      }
      filters={accessFilters}
      empty={{
        title: 'No entries yet',
        text: 'Whatever shows a patient, such as a record, a list, an invoice or an export, is listed here within seconds. The security settings turn the access log on and off.',
      }}
      columns={columns}
    />
  )
}

const columns: Column<AccessLogEntry>[] = [
  column('Patients', {}, (entry) => <Patients entry={entry} />),
  ...readColumns,
]

/** The first patient, and how many there are. */
function Patients({ entry: { patientIds, patients, count } }: { entry: AccessLogEntry }) {
  const [first] = patients
  if (patientIds === 'all' || !first)
    return (
      <>
        All patients
        <Caption>{plural(count, 'patient')} shown</Caption>
      </>
    )
  return (
    <>
      <RecordLink row to="patient" id={first.id} name={first.name} />
      {count > 1 && <Caption>and {count - 1} more</Caption>}
    </>
  )
}
