import { Anchor } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { type Identifier, type Patient, patientFields, patientLabels } from '#contract'
import { Absent } from '../../components/absent.tsx'
import { type Column, column, nameColumn } from '../../components/columns.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { type Fact, Facts } from '../../components/facts.tsx'
import { Section } from '../../components/page.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
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
  return (
    <Section title="Identifiers">
      <DataTable
        label="Identifiers"
        list={identifiers}
        idOf={({ system, value }) => JSON.stringify([system, value])}
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

const identifierColumns: Column<Identifier>[] = [
  nameColumn('Number', {}, ({ value }) => value),
  nameColumn('Issued by', {}, ({ system }) => system),
  column('Use', { width: '9rem' }, ({ use }) =>
    use === 'old' ? <StateBadge kind="quiet" icon={IconHistory} text="Old" /> : identifierUseNames[use],
  ),
]
