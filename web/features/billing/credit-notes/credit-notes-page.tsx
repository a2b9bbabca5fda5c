import { type CreditNoteDocument, listCreditNotes } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { type Column, DataTable, RowLink } from '../../../components/data-table.tsx'
import { DayField } from '../../../components/day-field.tsx'
import { FilterBar, SearchField } from '../../../components/filters.tsx'
import { calendarDate } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { Money } from '../../../components/money.tsx'
import { Only } from '../../../components/only.tsx'
import { PageHeader } from '../../../components/page.tsx'
import { useFilters, useList } from '../../../list.ts'
import { NamedPatient } from '../../patients/named-patient.tsx'

/** All credit notes, or those that the filters select. */
export default function CreditNotesPage() {
  const filters = useFilters(listCreditNotes)
  const list = useList(listCreditNotes, filters.values)
  const { q, from, to, patientId } = filters.values
  return (
    <>
      <PageHeader
        title="Credit notes"
        back={{ to: '/billing', label: 'Billing' }}
        description="Credit notes correct issued invoices. Create one on the page of its invoice."
      />
      <FilterBar>
        <SearchField
          label="Search by number, invoice or name"
          value={q}
          onChange={(q) => filters.set({ q })}
        />
        <DayField label="From" value={from} onChange={(from) => filters.set({ from })} />
        <DayField label="To" value={to} onChange={(to) => filters.set({ to })} />
      </FilterBar>
      {patientId && (
        <Only onShowAll={() => filters.set({ patientId: undefined })}>
          credit notes of <NamedPatient patientId={patientId} />
        </Only>
      )}
      <DataTable
        label="Credit notes"
        list={list}
        columns={columns}
        filters={filters}
        empty={{
          title: 'No credit notes yet',
          text: 'When an invoice is wrong, or goods are returned, create a credit note on the page of the invoice.',
        }}
      />
    </>
  )
}

const columns: Column<CreditNoteDocument>[] = [
  {
    heading: 'Number',
    width: '9rem',
    cell: ({ id, number }) => (
      <RowLink to="/billing/credit-notes/$creditNoteId" params={{ creditNoteId: id }}>
        {number}
      </RowLink>
    ),
  },
  {
    heading: 'Billed to',
    cell: ({ billTo, reason }) => (
      <>
        <bdi>{billTo.name}</bdi>
        <Caption dir="auto" lineClamp={2}>
          {reason}
        </Caption>
      </>
    ),
  },
  {
    heading: 'Invoice',
    drop: 2,
    width: '9rem',
    cell: ({ invoiceId, invoiceNumber }) => (
      <TextLink to="/billing/$invoiceId" params={{ invoiceId }}>
        {invoiceNumber}
      </TextLink>
    ),
  },
  { heading: 'Date', width: '7.5rem', cell: ({ issueDate }) => calendarDate(issueDate) },
  {
    heading: 'Total',
    align: 'right',
    width: '8rem',
    cell: ({ totals, currency }) => <Money amount={totals.gross} currency={currency} />,
  },
]
