import { type AccessLogEntry, listAccessLog, updateSecuritySettings } from '#contract'
import { own } from '#rules/own'
import { AdminsOnly } from '../../components/admins-only.tsx'
import { Caption } from '../../components/caption.tsx'
import { type Column, DataTable, RowLink } from '../../components/data-table.tsx'
import { plural } from '../../components/format.ts'
import { ButtonLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { headings } from '../../headings.ts'
import { useFilters, useList } from '../../list.ts'
import { useMay } from '../../session.ts'
import { AccessFilters } from './access-filters.tsx'
import { operationWords } from './operation-words.ts'

export default function AccessLogPage() {
  if (useMay()(listAccessLog)) return <AccessLog />
  return (
    <AdminsOnly
      title={headings['/settings/access-log'].title}
      may="see the access log"
      text="Ask one of them to find out who opened a patient’s record. The Members page lists them."
    />
  )
}

function AccessLog() {
  const may = useMay()
  const filters = useFilters(listAccessLog)
  const list = useList(listAccessLog, filters.values)
  return (
    <>
      <PageHeader
        {...headings['/settings/access-log']}
        action={
          may(updateSecuritySettings) && <ButtonLink to="/settings/security">Security settings</ButtonLink>
        }
      />
      <AccessFilters values={filters.values} onChange={filters.set} />
      <DataTable
        label="Access log"
        list={list}
        filters={filters}
        empty={{
          title: 'No entries yet',
          text: 'Whatever shows a patient, such as a record, a list, an invoice or an export, is listed here within seconds. The security settings turn the access log on and off.',
        }}
        columns={columns}
      />
    </>
  )
}

const columns: Column<AccessLogEntry>[] = [
  { heading: 'Patients', cell: (entry) => <Patients entry={entry} /> },
  {
    heading: 'Action',
    cell: ({ operation }) => own(operationWords, operation) ?? operation,
  },
  {
    heading: 'User',
    cell: ({ user, apiKey, address }) => (
      <>
        <bdi>{user.name}</bdi>
        {apiKey && (
          <Caption lineClamp={1}>
            with the API key <bdi>{apiKey.name}</bdi> ({apiKey.prefix})
          </Caption>
        )}
        {address && <Caption>IP address {address}</Caption>}
      </>
    ),
  },
  { heading: 'Time', width: '9rem', cell: ({ at }) => <RelativeTime at={at} /> },
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
      <RowLink to="/patients/$patientId" params={{ patientId: first.id }}>
        <bdi>{first.name}</bdi>
      </RowLink>
      {count > 1 && <Caption>and {count - 1} more</Caption>}
    </>
  )
}
