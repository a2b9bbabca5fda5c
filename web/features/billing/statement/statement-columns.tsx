import type { StatementEntry } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { type Column, RowLink } from '../../../components/data-table.tsx'
import { calendarDate } from '../../../components/format.ts'
import { Money } from '../../../components/money.tsx'
import { kindNames, methodNames } from '../payment-words.ts'

export const entryColumns = (currency: string): Column<StatementEntry>[] => {
  const amount = (value: string | null) =>
    value === null ? '' : <Money amount={value} currency={currency} />
  return [
    {
      heading: 'Entry',
      cell: (entry) => (
        <>
          <RowLink to="/billing/$invoiceId" params={{ invoiceId: entry.invoice.id }}>
            {wordsOf(entry)}
          </RowLink>
          {entry.method && (
            <Caption>
              {methodNames[entry.method]}
              {entry.reference && (
                <>
                  {' · '}
                  <bdi>{entry.reference}</bdi>
                </>
              )}
            </Caption>
          )}
        </>
      ),
    },
    { heading: 'Date', width: '8rem', cell: ({ date }) => calendarDate(date) },
    { heading: 'Debit', align: 'right', width: '8rem', cell: ({ debit }) => amount(debit) },
    { heading: 'Credit', align: 'right', width: '8rem', cell: ({ credit }) => amount(credit) },
    { heading: 'Balance', align: 'right', width: '8rem', cell: ({ balance }) => amount(balance) },
  ]
}

/** `Credit note CN-00001 on INV-00012`, `Payment on INV-00012` */
function wordsOf({ kind, number, invoice }: StatementEntry): string {
  switch (kind) {
    case 'invoice':
      return `Invoice ${number}`
    case 'credit_note':
      return `Credit note ${number} on ${invoice.number}`
    case 'void':
      return `Void of invoice ${number}`
    default:
      return `${kindNames[kind]} on ${invoice.number}`
  }
}
