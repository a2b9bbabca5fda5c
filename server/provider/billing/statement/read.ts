import { sql } from 'kysely'
import type { z } from 'zod'
import { currencyDecimals, Decimal, type getStatement, mostStatementEntries } from '#contract'
import type { Reader } from '#database'
import type { Statement } from '#engines/invoicing'
import { invalidField } from '#platform'
import { readSettingsToday } from '#settings'
import { patientNotFound, rootOf } from '../../patients/live.ts'
import { accountEntries } from './entries.ts'

type Account = Statement['accounts'][number]

export type Period = z.output<typeof getStatement.query>

/**
 * Returns the statement of a patient, or of the surviving record.
 * @throws Refusal `patient_not_found`, or `validation_failed` for a period that is reversed or has too many entries
 */
export async function readStatement(tx: Reader, patientId: string, { from, to }: Period): Promise<Statement> {
  if (from && to && to < from) throw invalidField('to', `Before the start of the period, ${from}`)
  const root = await rootOf(tx, patientId)
  if (!root) throw patientNotFound()
  const period = { from: from ?? null, to: to ?? null }
  const { today } = await readSettingsToday(tx)
  const rows = await readRows(tx, root, { ...period, today })
  const overdue = new Map(
    rows.filter((row) => row.kind === 'overdue').map(({ currency, amount }) => [currency, amount]),
  )
  const ofCurrency = Map.groupBy(
    rows.filter((row) => row.kind !== 'overdue'),
    ({ currency }) => currency,
  )
  return {
    patientId: root,
    ...period,
    accounts: [...ofCurrency]
      .map(([currency, rows]) => toAccount(currency, rows, overdue.get(currency) ?? '0'))
      .sort(byCurrency),
  }
}

const byCurrency = (a: Account, b: Account): number => (a.currency < b.currency ? -1 : 1)

interface EntryRow {
  kind: Account['entries'][number]['kind']
  id: string
  currency: string
  date: string
  number: string | null
  method: Account['entries'][number]['method']
  reference: string | null
  invoiceId: string
  invoiceNumber: string
  amount: string
}

/** The balance before the period, unless it is zero. */
interface OpeningRow extends Pick<EntryRow, 'currency' | 'amount'> {
  kind: 'opening'
}

/** What is past its due date, unless that is nothing. */
interface OverdueRow extends Pick<EntryRow, 'currency' | 'amount'> {
  kind: 'overdue'
}

/** Reads balances and entries in one statement, so that they are of the same moment. */
async function readRows(
  tx: Reader,
  patientId: string,
  { from, to, today }: Pick<Statement, 'from' | 'to'> & { today: string },
): Promise<(EntryRow | OpeningRow | OverdueRow)[]> {
  const { rows } = await sql<EntryRow | OpeningRow | OverdueRow>`
    with entry as materialized (
      select * from (${accountEntries}) all_entries where patient_id = ${patientId}::uuid
    ), found as (
      select kind, currency, id, date, at, number, method, reference, invoice_id, invoice_number, amount from entry
      where (${from}::date is null or date >= ${from}::date) and (${to}::date is null or date <= ${to}::date)
      union all
      select 'opening', currency, null, null, null, null, null, null, null, null, sum(amount) from entry
      where date < ${from}::date
      group by currency having sum(amount) <> 0
      union all
      select 'overdue', currency, null, null, null, null, null, null, null, null, sum(due) from invoices
      where patient_id = ${patientId}::uuid and status = 'issued' and due > 0 and due_date < ${today}::date
      group by currency
    )
    select * from found
    -- Balances come first. An invoice can be voided in the millisecond of its issue.
    order by date nulls first, at, kind <> 'invoice', id
    limit (select count(*) from found where date is null) + ${mostStatementEntries + 1}`.execute(tx)
  if (rows.filter(({ kind }) => kind !== 'opening' && kind !== 'overdue').length > mostStatementEntries)
    throw invalidField('from', `More than ${mostStatementEntries} entries. Choose a shorter period`)
  return rows
}

function toAccount(currency: string, rows: (EntryRow | OpeningRow)[], overdue: string): Account {
  const amountOf = ({ amount }: { amount: string }) => Decimal.of(amount).round(currencyDecimals(currency))
  const [opened] = rows.filter((row) => row.kind === 'opening')
  const opening = amountOf(opened ?? { amount: '0' })
  let balance = opening
  const entries = rows
    .filter((row) => row.kind !== 'opening')
    .map((row): Account['entries'][number] => {
      const { kind, id, date, number, invoiceId, invoiceNumber, method, reference } = row
      const amount = amountOf(row)
      const isDebit = amount.sign > 0 || (amount.sign === 0 && kind === 'invoice')
      balance = balance.plus(amount)
      return {
        kind,
        id,
        date,
        number,
        invoice: { id: invoiceId, number: invoiceNumber },
        method,
        reference,
        debit: isDebit ? amount : null,
        credit: isDebit ? null : amount.negated(),
        balance,
      }
    })
  return { currency, opening, entries, closing: balance, overdue: amountOf({ amount: overdue }) }
}
