import { record as recordAudit } from '#audit'
import { currencyDecimals, Decimal, recordPayment } from '#contract'
import { exceedsDecimals, tooManyDecimals } from '#engines/invoicing'
import { implement, invalidField, Refusal } from '#platform'
import { readSettingsToday } from '#settings'
import { invoiceTarget } from './audit-target.ts'
import { addDays } from './dates.ts'
import { insertPayment } from './payment.ts'
import { lockIssued, readInvoice } from './read.ts'

export const record = implement(recordPayment, async ({ tx, actor, params: { invoiceId: id }, body }) => {
  const { method, reference = null } = body
  // The lock serializes the payments of an invoice, so the amount due stays as read.
  const { currency, due, version } = await lockIssued(tx, id)
  refuseMoreThanDue(body.amount, Decimal.of(due), currency)
  const amount = String(body.amount)
  const { today } = await readSettingsToday(tx)
  const receivedOn = body.receivedOn ?? today
  // In the time zone of the user it can be tomorrow already.
  if (receivedOn > addDays(today, 1)) throw invalidField('receivedOn', 'The date is in the future')

  const payment = { amount, method, receivedOn, reference, recordedBy: actor.userId }
  await insertPayment(tx, { id, version }, payment)
  const paid = await readInvoice(tx, id)
  await recordAudit(tx, actor, 'payment.record', invoiceTarget(paid), {
    amount: `${body.amount.round(currencyDecimals(currency))} ${currency}`,
    method,
  })
  return paid
})

/** @throws Refusal `overpayment` for a payment of more than is due, or a refund of more than was overpaid */
function refuseMoreThanDue(amount: Decimal, due: Decimal, currency: string): void {
  const decimals = currencyDecimals(currency)
  if (exceedsDecimals(amount, decimals)) throw invalidField('amount', tooManyDecimals(decimals))
  const isRefund = amount.sign < 0
  const most = Decimal.max(isRefund ? due.negated() : due, Decimal.zero)
  if (!most.lessThan(amount.abs())) return
  const message = `At most ${most.round(decimals)} ${currency} ${isRefund ? 'can be refunded' : 'is due'}.`
  throw new Refusal('overpayment', message, { fields: [{ path: 'amount', message }] })
}
