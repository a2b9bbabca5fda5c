import { sql } from 'kysely'
import type { z } from 'zod'
import { currencyDecimals, Decimal, mostStatementEntries, type statement } from '#contract'
import type { Reader } from '#database'
import { invalidField } from '#platform'
import { patientNotFound, rootOf } from '../../patients/live.ts'
import { accountEntries } from './entries.ts'

/** A statement with exact decimals, as handlers return it. */
export type Statement = z.input<typeof statement>
type Account = Statement['accounts'][number]

export interface Period {
  from?: string | undefined
  to?: string | undefined
}

/**
 * Returns the statement of a patient, or of the surviving record. The snapshot must be the same for all that it reads.
 * @throws Refusal `patient_not_found`, or `validation_failed` for a period that is reversed or has too many entries
 */
export async function readStatement(tx: Reader, patientId: string, { from, to }: Period): Promise<Statement> {
  if (from && to && to < from) throw invalidField('to', `Before the start of the period, ${from}`)
  const root = await rootOf(tx, patientId)
  if (!root) throw patientNotFound()
  const openings = from === undefined ? new Map() : await readOpenings(tx, root, from)
  const entries = Map.groupBy(await readEntries(tx, root, { from, to }), ({ currency }) => currency)
  const currencies = [...new Set([...openings.keys(), ...entries.keys()])].sort()
  return {
    patientId: root,
    from: from ?? null,
    to: to ?? null,
    accounts: currencies.map((currency) =>
      toAccount(currency, openings.get(currency) ?? '0', entries.get(currency) ?? []),
    ),
  }
}

/** Returns the balances at the start of a day, by currency, of those that are not zero. */
async function readOpenings(tx: Reader, patientId: string, from: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ currency: string; amount: string }>`
    select currency, sum(amount) as amount from (${accountEntries}) entry
    where patient_id = ${patientId}::uuid and date < ${from}::date
    group by currency having sum(amount) <> 0`.execute(tx)
  return new Map(rows.map(({ currency, amount }) => [currency, amount]))
}

interface EntryRow extends Pick<Account['entries'][number], 'kind' | 'id' | 'date' | 'number' | 'method'> {
  currency: string
  reference: string | null
  invoiceId: string
  invoiceNumber: string
  amount: string
}

async function readEntries(tx: Reader, patientId: string, { from, to }: Period): Promise<EntryRow[]> {
  // An invoice can be voided in the millisecond of its issue.
  const { rows } = await sql<EntryRow>`
    select currency, kind, id, date, number, method, reference, invoice_id, invoice_number, amount
    from (${accountEntries}) entry
    where patient_id = ${patientId}::uuid
      ${from === undefined ? sql`` : sql`and date >= ${from}::date`}
      ${to === undefined ? sql`` : sql`and date <= ${to}::date`}
    order by date, at, kind <> 'invoice', id
    limit ${mostStatementEntries + 1}`.execute(tx)
  if (rows.length > mostStatementEntries)
    throw invalidField('from', `More than ${mostStatementEntries} entries. Choose a shorter period`)
  return rows
}

function toAccount(currency: string, opened: string, rows: EntryRow[]): Account {
  const decimals = currencyDecimals(currency)
  const opening = Decimal.of(opened).round(decimals)
  let balance = opening
  const entries = rows.map((row): Account['entries'][number] => {
    const { kind, id, date, number, invoiceId, invoiceNumber, method, reference } = row
    const amount = Decimal.of(row.amount).round(decimals)
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
  return { currency, opening, entries, closing: balance }
}
