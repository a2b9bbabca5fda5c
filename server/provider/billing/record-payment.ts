import { sql } from 'kysely'
import { currencyDecimals, recordPayment } from '#contract'
import { readSettings } from '#identity'
import { implement, invalidField, newId, Refusal } from '#platform'
import { tooManyDecimals } from './arithmetic/line.ts'
import { decimalsOf, fromUnits, toUnits } from './arithmetic/units.ts'
import { addDays, today } from './dates.ts'
import { lockIssued, readInvoice } from './read.ts'

export const record = implement(recordPayment, async ({ tx, actor, params: { invoiceId: id }, body }) => {
  const { amount, method, reference = null } = body
  // Payments of one invoice take turns here, so that what is due stays what was read.
  const { currency, due, version } = await lockIssued(tx, id)
  refuseMoreThanDue(amount, due, currency)
  const day = today(await readSettings(tx).executeTakeFirstOrThrow())
  const receivedOn = body.receivedOn ?? day
  // Whoever records it may be where it is tomorrow already.
  if (receivedOn > addDays(day, 1)) throw invalidField('receivedOn', 'What was received came in the past')

  await tx
    .with('payment', (db) =>
      db.insertInto('payments').values({
        id: newId(),
        invoiceId: id,
        amount,
        method,
        receivedOn,
        reference,
        recordedBy: actor.userId,
      }),
    )
    .updateTable('invoices')
    .set({
      paid: sql<string>`paid + ${amount}::numeric`,
      status: sql<string>`case when due > ${amount}::numeric then 'issued' else 'paid' end`,
      version: version + 1,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute()
  return readInvoice(tx, id)
})

/** More than is due is refused; so is giving back more than was paid too much. */
function refuseMoreThanDue(amount: string, due: string, currency: string): void {
  const decimals = currencyDecimals(currency)
  if (decimalsOf(amount) > decimals) throw invalidField('amount', tooManyDecimals(decimals))
  const [paid, open] = [toUnits(amount, decimals), toUnits(due, decimals)]
  if (paid > 0n && paid > open) throw refusal(`${amountOf(open > 0n ? open : 0n)} is due, and no more.`)
  if (paid < 0n && paid < open)
    throw refusal(`${amountOf(open < 0n ? -open : 0n)} is to be given back, and no more.`)

  function amountOf(units: bigint): string {
    return `${fromUnits(units, decimals)} ${currency}`
  }
  function refusal(message: string): Refusal {
    return new Refusal('overpayment', message, { fields: [{ path: 'amount', message }] })
  }
}
