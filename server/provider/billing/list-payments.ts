import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { currencyDecimals, Decimal, listPayments, mostPaymentsInTotals } from '#contract'
import type { Reader } from '#database'
import { afterCursor, hasWords, implementOnSnapshot, toPage } from '#platform'
import { patientName, rootOf } from '../patients/live.ts'

type Filter = z.output<typeof listPayments.query>
type ListedPayment = z.input<typeof listPayments.result>['data'][number]

export const listAll = implementOnSnapshot(listPayments, async ({ tx, query }) => {
  const { limit, cursor, patientId } = query
  const after = afterCursor(cursor)
  const root = patientId && (await rootOf(tx, patientId))
  const matching = matchingPayments(tx, query, root)
  const rows = await matching
    .innerJoin('patients', 'patients.id', 'invoices.patientId')
    .innerJoin('users', 'users.id', 'payments.recordedBy')
    .leftJoin('payments as reversal', 'reversal.reverses', 'payments.id')
    .select(['payments.id', 'payments.amount', 'payments.receivedOn', 'payments.reference'])
    .select(['payments.recordedAt', 'payments.reverses', 'payments.reason', 'reversal.id as reversedBy'])
    .select(['users.id as recorderId', 'users.name as recorderName'])
    .select(['invoices.id as invoiceId', 'invoices.currency', 'invoices.billedTo'])
    .select(['patients.id as patientId', 'patients.givenName', 'patients.familyName'])
    .select([
      sql<ListedPayment['kind']>`payments.kind`.as('kind'),
      sql<ListedPayment['method']>`payments.method`.as('method'),
      sql<string>`invoices.number`.as('number'),
    ])
    .$if(after !== undefined, (payments) =>
      payments.where(
        sql<SqlBool>`(payments.received_on, payments.id) <
          ((select received_on from payments where id = ${after}::uuid), ${after}::uuid)`,
      ),
    )
    .orderBy('payments.receivedOn', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(limit + 1)
    .execute()
  return { ...toPage(rows.map(toPayment), limit), totals: await totalsOf(tx, matching) }
})

type PaymentRow = Omit<ListedPayment, 'amount' | 'invoice' | 'patient' | 'recordedBy'> & {
  amount: string
  invoiceId: string
  number: string
  patientId: string
  givenName: string | null
  familyName: string | null
  recorderId: string
  recorderName: string
}

function toPayment(row: PaymentRow): ListedPayment {
  const { amount, invoiceId, number, patientId, givenName, familyName, recorderId, recorderName, ...rest } =
    row
  return {
    ...rest,
    amount: Decimal.of(amount).round(currencyDecimals(row.currency)),
    invoice: { id: invoiceId, number },
    patient: { id: patientId, name: patientName({ givenName, familyName }) },
    recordedBy: { id: recorderId, name: recorderName },
  }
}

/** Selects payments with their invoices. @param patientId the live record, null if it does not exist */
function matchingPayments(tx: Reader, filter: Filter, patientId: string | null | undefined) {
  const { from, to, kind, reversed, method, currency, q } = filter
  let found = tx.selectFrom('payments').innerJoin('invoices', 'invoices.id', 'payments.invoiceId')
  if (from) found = found.where('payments.receivedOn', '>=', from)
  if (to) found = found.where('payments.receivedOn', '<=', to)
  if (kind) found = found.where('payments.kind', '=', kind)
  if (reversed) found = found.where('payments.kind', '<>', 'reversal').where(isReversed(reversed === 'true'))
  if (method) found = found.where('payments.method', '=', method)
  if (currency) found = found.where('invoices.currency', '=', currency)
  if (patientId !== undefined) found = found.where('invoices.patientId', '=', patientId)
  if (q) found = found.where(hasText(q))
  return found
}

const isReversed = (wanted: boolean) =>
  wanted
    ? sql<SqlBool>`payments.id in (select reverses from payments where reverses is not null)`
    : sql<SqlBool>`not exists (select from payments r where r.reverses = payments.id)`

function hasText(q: string) {
  return sql<SqlBool>`payments.id in (
    select id from payments where ${hasWords([sql`reference`], q)}
    union all
    select p.id from invoices i join payments p on p.invoice_id = i.id
    where ${hasWords([sql`i.number`, sql`i.billed_to`], q)})`
}

/** Adds up the payments by currency; null if there are too many to do so for every page. */
async function totalsOf(tx: Reader, matching: ReturnType<typeof matchingPayments>) {
  const rows = await tx
    .selectFrom(
      matching
        .select(['payments.amount', 'invoices.currency'])
        .limit(mostPaymentsInTotals + 1)
        .as('payment'),
    )
    .select(({ fn }) => [
      'currency',
      fn.sum<string>('amount').as('amount'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  if (rows.reduce((sum, { count }) => sum + count, 0) > mostPaymentsInTotals) return null
  return rows.map(({ currency, amount }) => ({
    currency,
    amount: Decimal.of(amount).round(currencyDecimals(currency)),
  }))
}
