import type { StatementEntry } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { type Column, column, dateColumn, numberColumn } from '../../../components/columns.tsx'
import { Money } from '../../../components/money.tsx'
import { RecordLink } from '../../../components/record-link.tsx'
import { kindNames, methodNames } from '../payment-words.ts'

export const entryColumns = (currency: string): Column<StatementEntry>[] => {
  const amount = (value: string | null) =>
    value === null ? '' : <Money amount={value} currency={currency} />
  return [
    column('Entry', {}, (entry) => (
      <>
        <RecordLink row to="invoice" id={entry.invoice.id} name={wordsOf(entry)} />
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
    )),
    dateColumn('Date', { width: '8rem' }, ({ date }) => date),
    numberColumn('Debit', { width: '8rem' }, ({ debit }) => amount(debit)),
    numberColumn('Credit', { width: '8rem' }, ({ credit }) => amount(credit)),
    numberColumn('Balance', { width: '8rem' }, ({ balance }) => amount(balance)),
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
