import type { Recipient } from '#contract'
import { Absent } from '../../../components/absent.tsx'
import { Caption } from '../../../components/caption.tsx'
import type { Column } from '../../../components/data-table.tsx'
import { RowLink } from '../../../components/data-table.tsx'
import { calendarDate } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { addressLines } from '../../patients/address.ts'
import { patientName } from '../../patients/words.ts'
import { Quantity } from '../level-columns.tsx'

export type RecipientRow = Recipient & { id: string }

/** A patient with what is needed to reach them, what they have, and on which invoices. */
export const recipientColumns = (unit: string): Column<RecipientRow>[] => [
  {
    heading: 'Patient',
    cell: ({ patient }) => (
      <>
        <RowLink to="/patients/$patientId" params={{ patientId: patient.id }}>
          <bdi>{patientName(patient)}</bdi>
        </RowLink>
        {patient.birthDate && <Caption>{calendarDate(patient.birthDate)}</Caption>}
      </>
    ),
  },
  {
    heading: 'Contact',
    width: '20rem',
    cell: ({ patient: { phone, email, address } }) => {
      const lines = [phone, email, addressLines(address).join(', ')].filter(Boolean)
      return lines.length === 0 ? (
        <Absent />
      ) : (
        lines.map((line) => (
          <div key={line}>
            <bdi>{line}</bdi>
          </div>
        ))
      )
    },
  },
  {
    heading: 'Invoices',
    width: '14rem',
    cell: ({ invoices }) =>
      invoices.map(({ id, number, issueDate }) => (
        <div key={id}>
          <TextLink to="/billing/$invoiceId" params={{ invoiceId: id }}>
            <bdi>{number}</bdi>
          </TextLink>{' '}
          <Caption span>{calendarDate(issueDate)}</Caption>
        </div>
      )),
  },
  {
    heading: 'Quantity',
    align: 'right',
    width: '8rem',
    cell: ({ quantity }) => <Quantity of={quantity} unit={unit} />,
  },
]
