// Separate because the page of a lot has three tables.
import type { Recipient } from '#contract'
import { Absent } from '../../../components/absent.tsx'
import { Caption } from '../../../components/caption.tsx'
import { type Column, column, numberColumn } from '../../../components/columns.tsx'
import { calendarDate } from '../../../components/format.ts'
import { RecordLink } from '../../../components/record-link.tsx'
import { addressLines } from '../../patients/address.ts'
import { patientName } from '../../patients/words.ts'
import { Quantity } from '../level-columns.tsx'

/** A patient with what is needed to reach them, what they have, and on which invoices. */
export const recipientColumns = (unit: string): Column<Recipient>[] => [
  column('Patient', {}, ({ patient }) => (
    <>
      <RecordLink row to="patient" id={patient.id} name={patientName(patient)} />
      {patient.birthDate && <Caption>{calendarDate(patient.birthDate)}</Caption>}
    </>
  )),
  column('Contact', { width: '20rem' }, ({ patient: { phone, email, address } }) => {
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
  }),
  column('Invoices', { width: '14rem' }, ({ invoices }) =>
    invoices.map(({ id, number, issueDate }) => (
      <div key={id}>
        <RecordLink to="invoice" id={id} name={number} /> <Caption span>{calendarDate(issueDate)}</Caption>
      </div>
    )),
  ),
  numberColumn('Quantity', { width: '8rem' }, ({ quantity }) => <Quantity of={quantity} unit={unit} />),
]
