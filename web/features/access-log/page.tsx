import { listAccessLog, type PatientRead, updateSecuritySettings } from '#contract'
import { AdminsOnly } from '../../components/admins-only.tsx'
import { Caption } from '../../components/caption.tsx'
import { type Column, DataTable, RowLink } from '../../components/data-table.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { headings } from '../../headings.ts'
import { useFilters, useList } from '../../list.ts'
import { useMay } from '../../session.ts'
import { AccessFilters } from './access-filters.tsx'

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
          text: 'If someone opens a patient’s record or an invoice, it is listed here within seconds. The security settings turn the access log on and off.',
        }}
        columns={columns}
      />
    </>
  )
}

const columns: Column<PatientRead>[] = [
  {
    heading: 'Patient',
    cell: ({ patient: { id, name } }) => (
      <RowLink to="/patients/$patientId" params={{ patientId: id }}>
        <bdi>{name}</bdi>
      </RowLink>
    ),
  },
  {
    heading: 'Opened by',
    cell: ({ user, apiKey }) => (
      <>
        <bdi>{user.name}</bdi>
        {apiKey && (
          <Caption lineClamp={1}>
            with the API key <bdi>{apiKey.name}</bdi> ({apiKey.prefix})
          </Caption>
        )}
      </>
    ),
  },
  { heading: 'Time', width: '9rem', cell: ({ at }) => <RelativeTime at={at} /> },
]
