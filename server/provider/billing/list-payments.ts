import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { currencyDecimals, Decimal, listPayments, mostPaymentsInTotals } from '#contract'
import type { Reader } from '#database'
import { afterCursor, hasWords, implementOnSnapshot, toPage } from '#platform'
import { patientName, rootOf } from '../patients/live.ts'
import { findByText } from './find-by-text.ts'

type Filter = z.output<typeof listPayments.query>
type ListedPayment = z.input<typeof listPayments.result>['data'][number]

export const listAll = implementOnSnapshot(listPayments, async ({ tx, query }) => {
  const { limit, cursor, patientId, q } = query
  const after = afterCursor(cursor)
  const root = patientId && (await rootOf(tx, patientId))
  const text = q ? await hasText(tx, q) : undefined
  const matching = matchingPayments(tx, query, root).$if(text !== undefined, (payments) =>
    payments.where(text!.isFound),
  )
  const page = matching
    .select('id')
    .$if(after !== undefined, (payments) =>
      payments.where(
        sql<SqlBool>`(received_on, id) < ((select received_on from payments where id = ${after}::uuid), ${after}::uuid)`,
      ),
    )
    .orderBy('receivedOn', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  const rows = await tx
    .selectFrom(page.as('page'))
    .innerJoin('payments', 'payments.id', 'page.id')
    .innerJoin('invoices', 'invoices.id', 'payments.invoiceId')
    .leftJoin('patients', 'patients.id', 'invoices.patientId')
    .innerJoin('users', 'users.id', 'payments.recordedBy')
    .leftJoin('payments as reversal', 'reversal.reverses', 'payments.id')
    .select(['payments.id', 'payments.amount', 'payments.receivedOn', 'payments.reference'])
    .select(['payments.recordedAt', 'payments.reverses', 'payments.reason', 'reversal.id as reversedBy'])
    .select(['users.id as recorderId', 'users.name as recorderName'])
    .select(['invoices.id as invoiceId', 'payments.currency', 'invoices.billedTo'])
    .select(['patients.id as patientId', 'patients.givenName', 'patients.familyName'])
    .select([
      sql<ListedPayment['kind']>`payments.kind`.as('kind'),
      sql<ListedPayment['method']>`payments.method`.as('method'),
      sql<string>`invoices.number`.as('number'),
    ])
    .orderBy('payments.receivedOn', 'desc')
    .orderBy('payments.id', 'desc')
    .execute()
  return {
    ...toPage(rows.map(toPayment), limit),
    totals: text?.isCommon ? null : await totalsOf(tx, matching),
  }
})

type PaymentRow = Omit<ListedPayment, 'amount' | 'invoice' | 'patient' | 'recordedBy'> & {
  amount: string
  invoiceId: string
  number: string
  patientId: string | null
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
    patient: patientId ? { id: patientId, name: patientName({ givenName, familyName }) } : null,
    recordedBy: { id: recorderId, name: recorderName },
  }
}

/** Selects payments. @param patientId the live record, null if it does not exist */
function matchingPayments(tx: Reader, filter: Filter, patientId: string | null | undefined) {
  const { from, to, kind, reversed, method, currency } = filter
  let found = tx.selectFrom('payments')
  if (from) found = found.where('receivedOn', '>=', from)
  if (to) found = found.where('receivedOn', '<=', to)
  if (kind) found = found.where('kind', '=', kind)
  if (reversed) found = found.where('kind', '<>', 'reversal').where(isReversed(reversed === 'true'))
  if (method) found = found.where('method', '=', method)
  if (currency) found = found.where('currency', '=', currency)
  if (patientId !== undefined)
    found = found.where(
      'invoiceId',
      'in',
      tx.selectFrom('invoices').select('id').where('patientId', '=', patientId),
    )
  return found
}

const isReversed = (wanted: boolean) =>
  wanted
    ? sql<SqlBool>`payments.id in (select reverses from payments where reverses is not null)`
    : sql<SqlBool>`not exists (select from payments r where r.reverses = payments.id)`

/** Finds payments by parts of their reference, of the invoice's number and of its billed name. */
function hasText(tx: Reader, q: string) {
  const text = sql`invoice_text || ' ' || coalesce(reference, '')`
  return findByText(tx, {
    id: 'payments.id',
    ids: sql`select id from payments where ${hasWords([text], q)}`,
    hasText: hasWords([sql`concat(${text})`], q),
  })
}

/** Adds up the payments by currency; null if there are too many to do so for every page. */
async function totalsOf(tx: Reader, matching: ReturnType<typeof matchingPayments>) {
  const rows = await tx
    .selectFrom(
      matching
        .select(['amount', 'currency'])
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
