import { Anchor } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { type Identifier, type Patient, patientFields, patientLabels } from '#contract'
import { Absent } from '../../components/absent.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { type Fact, Facts } from '../../components/facts.tsx'
import { Section } from '../../components/page.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { staticList } from '../../list.ts'
import { FieldValue } from '../patients/field-value.tsx'
import { identifierUseNames } from '../patients/words.ts'

interface PatientFactsProps {
  patient: Patient
  /** Other facts, shown first. */
  before?: Fact[]
}

/** The fields of a patient, without the names, which are the page's title. */
export function PatientFacts({ patient, before = [] }: PatientFactsProps) {
  const { phone, email, createdAt, updatedAt } = patient
  const links = {
    phone: phone && <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Anchor>,
    email: email && <Anchor href={`mailto:${email}`}>{email}</Anchor>,
  }
  const fields = patientFields.filter((field) => field !== 'givenName' && field !== 'familyName')
  return (
    <Facts
      facts={[
        ...before,
        ...fields.map((field) => ({
          name: patientLabels[field],
          value: (
            <span style={{ minWidth: 0, maxWidth: '24rem', overflowWrap: 'anywhere' }}>
              {links[field as keyof typeof links] || (
                <FieldValue field={field} value={patient[field]} empty={<Absent />} />
              )}
            </span>
          ),
        })),
        { name: 'Created', value: <RelativeTime at={createdAt} /> },
        { name: 'Updated', value: <RelativeTime at={updatedAt} /> },
      ]}
    />
  )
}

export function Identifiers({ identifiers }: { identifiers: Identifier[] }) {
  const rows = identifiers.map((identifier) => ({
    ...identifier,
    id: JSON.stringify([identifier.system, identifier.value]),
  }))
  return (
    <Section title="Identifiers">
      <DataTable
        label="Identifiers"
        list={staticList(rows)}
        columns={identifierColumns}
        isFaded={({ use }) => use === 'old'}
        empty={{
          title: 'No identifiers',
          text: 'Numbers that others know this patient by, such as an insurance number.',
        }}
      />
    </Section>
  )
}

const identifierColumns: Column<Identifier & { id: string }>[] = [
  { heading: 'Number', cell: ({ value }) => <bdi>{value}</bdi> },
  { heading: 'Issued by', cell: ({ system }) => <bdi>{system}</bdi> },
  {
    heading: 'Use',
    width: '9rem',
    cell: ({ use }) =>
      use === 'old' ? (
        <StateBadge kind="quiet" icon={IconHistory}>
          Old
        </StateBadge>
      ) : (
        identifierUseNames[use]
      ),
  },
]
