import { type CreditNoteDocument, listCreditNotes } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { type Column, column, dateColumn } from '../../../components/columns.tsx'
import { dayFilter } from '../../../components/day-field.tsx'
import { searchFilter } from '../../../components/filters.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { moneyColumn } from '../../../components/money.tsx'
import { RecordLink } from '../../../components/record-link.tsx'
import { useFilteredList } from '../../../list.ts'
import { OnlyOfPatient } from '../only-of-patient.tsx'

/** All credit notes, or those that the filters select. */
export default function CreditNotesPage() {
  const list = useFilteredList(listCreditNotes)
  return (
    <ListPage
      title="Credit notes"
      back={{ to: '/billing', label: 'Billing' }}
      description="Credit notes correct issued invoices. Create one on the page of its invoice."
      list={list}
      filters={[searchFilter('Search by number, invoice or name'), dayFilter()]}
      summary={<OnlyOfPatient what="credit notes" filters={list.filters} />}
      columns={columns}
      empty={{
        title: 'No credit notes yet',
        text: 'When an invoice is wrong, or goods are returned, create a credit note on the page of the invoice.',
      }}
    />
  )
}

const columns: Column<CreditNoteDocument>[] = [
  column('Number', { width: '9rem' }, ({ id, number }) => (
    <RecordLink row to="creditNote" id={id} name={number} />
  )),
  column('Billed to', {}, ({ billTo, reason }) => (
    <>
      <bdi>{billTo.name}</bdi>
      <Caption dir="auto" lineClamp={2}>
        {reason}
      </Caption>
    </>
  )),
  column('Invoice', { drop: 2, width: '9rem' }, ({ invoiceId, invoiceNumber }) => (
    <RecordLink to="invoice" id={invoiceId} name={invoiceNumber} />
  )),
  dateColumn('Date', {}, ({ issueDate }) => issueDate),
  moneyColumn('Total', { width: '8rem' }, ({ totals, currency }) => [totals.gross, currency]),
]
