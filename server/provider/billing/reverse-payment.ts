import { record } from '#audit'
import { currencyDecimals, Decimal, reversePayment } from '#contract'
import type { Transaction } from '#database'
import { implement, Refusal } from '#platform'
import { readSettingsToday } from '#settings'
import { invoiceTarget } from './audit-target.ts'
import { insertPayment } from './payment.ts'
import { lockIssued, readInvoice } from './read.ts'

export const reverse = implement(
  reversePayment,
  async ({ tx, actor, params: { paymentId }, body: { reason } }) => {
    const payment = await tx
      .selectFrom('payments')
      .select(['invoiceId', 'kind', 'amount', 'method', 'receivedOn', 'reference'])
      .where('id', '=', paymentId)
      .executeTakeFirst()
    if (!payment) throw new Refusal('payment_not_found')
    const { invoiceId: id, kind, amount, receivedOn, ...same } = payment
    if (kind === 'reversal')
      throw new Refusal('not_reversible', 'A reversal cannot be reversed. Record the payment again instead.')
    // The lock serializes the payments of an invoice, so the second of two reversals sees the first.
    const { version } = await lockIssued(tx, id)
    await refuseReversed(tx, paymentId, kind)
    const { today } = await readSettingsToday(tx)
    await insertPayment(
      tx,
      { id, version },
      {
        ...same,
        amount: String(Decimal.of(amount).negated()),
        // A payment can be dated tomorrow, and is not reversed before that.
        receivedOn: receivedOn > today ? receivedOn : today,
        reverses: paymentId,
        reason,
        recordedBy: actor.userId,
      },
    )
    const invoice = await readInvoice(tx, id)
    const reversed = Decimal.of(amount).round(currencyDecimals(invoice.currency)).abs()
    const returned = { amount: `${reversed} ${invoice.currency}`, kind, reason }
    await record(tx, actor, 'payment.reverse', invoiceTarget(invoice), returned)
    return invoice
  },
)

/** @throws Refusal `already_reversed` */
async function refuseReversed(tx: Transaction, paymentId: string, kind: string): Promise<void> {
  const reversal = await tx
    .selectFrom('payments')
    .select('receivedOn')
    .where('reverses', '=', paymentId)
    .executeTakeFirst()
  if (reversal)
    throw new Refusal('already_reversed', `The ${kind} was already reversed on ${reversal.receivedOn}.`)
}
