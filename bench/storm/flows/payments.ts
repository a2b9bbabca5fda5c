import * as api from '#contract'
import { record } from '../caller.ts'
import type { Request } from '../checks/linearize.ts'
import type { PaymentOp } from '../checks/payments.ts'
import { type Client, createPool, type Part } from '../client.ts'
import { issueTo, noteNumber } from './billing.ts'

type Invoice = api.Output<typeof api.getInvoice>

interface Paid {
  id: string
  payments: { payment: string; amount: number }[]
  requests: Request<PaymentOp>[]
  /** The amount due in the last response. */
  seen: number
}

const cents = (amount: string): number => Math.round(Number(amount) * 100)
const euros = (amount: number): string => (amount / 100).toFixed(2)

/** Payments, refunds, reversals and credit notes of one invoice at a time. */
export function paymentsPart(): Part {
  const invoices = createPool(1, addInvoice)

  const dueOf = (invoice: Paid) => (result: Pick<Invoice, 'totals'>) => {
    invoice.seen = cents(result.totals.due)
    return invoice.seen
  }

  /** Most pay all that was due before somebody else paid, too. */
  async function pay(client: Client): Promise<void> {
    const { call, dice, history, newMark } = client
    const invoice = await invoices.any(client)
    const { id: invoiceId, seen, payments, requests } = invoice
    const amount = seen !== 0 && dice.chance(0.4) ? seen : 100 + dice.below(900)
    const reference = newMark('payment')
    const body = { invoiceId, amount: euros(amount), method: 'cash', reference } as const
    const called = await call(api.recordPayment, body, undefined, ['overpayment'])
    history.records.note('payment', reference, 'done', called)
    record(requests, called, dueOf(invoice), (after) => ({ kind: 'pay', amount, after }))
    if (called.answer?.kind !== 'done') return
    const paid = called.answer.result.payments.find((payment) => payment.reference === reference)
    if (paid) payments.push({ payment: paid.id, amount })
  }

  async function reverse(client: Client): Promise<void> {
    const { call, dice, history, newMark } = client
    const invoice = await invoices.any(client)
    const chosen = dice.pick(invoice.payments.slice(-3))
    if (!chosen) return
    const { payment: paymentId } = chosen
    const reason = newMark('reversal')
    const called = await call(api.reversePayment, { paymentId, reason }, undefined, ['already_reversed'])
    history.records.note('paymentReversal', reason, 'done', called)
    record(invoice.requests, called, dueOf(invoice), (after) => ({ kind: 'reverse', ...chosen, after }))
  }

  async function credit(client: Client): Promise<void> {
    const { call, dice, history, known, newMark } = client
    const invoice = await invoices.any(client)
    const amount = 100 + dice.below(900)
    const reason = newMark('credit')
    const body = { invoiceId: invoice.id, amount: euros(amount), reason }
    const called = await call(api.createCreditNote, body, undefined, ['credit_exceeds_invoice'])
    history.records.note('creditNote', reason, 'done', called)
    record(invoice.requests, called, dueOf(invoice), (after) => ({ kind: 'credit', amount, after }))
    noteNumber(client, reason, called, ({ creditNotes }) => {
      const note = creditNotes.find((note) => note.reason === reason)
      if (note) known('creditNoteId').put(note.id)
      return note?.number
    })
  }

  async function read({ call }: Client, invoice: Paid): Promise<void> {
    const called = await call(api.getInvoice, { invoiceId: invoice.id }, undefined, [])
    record(invoice.requests, called, dueOf(invoice), (after) => ({ kind: 'read', after }))
  }

  return {
    flows: [
      [4, pay],
      [1, reverse],
      [0.7, credit],
      [2, async (client) => read(client, await invoices.any(client))],
    ],
    async finish(client) {
      for (const invoice of invoices.all) await read(client, invoice)
    },
  }
}

async function addInvoice(client: Client): Promise<Paid> {
  const { called, invoiceId: id } = await issueTo(client, 60)
  const total = cents(called.answer.result.totals.gross)
  const requests: Paid['requests'] = []
  record(requests, called, Boolean, () => ({ kind: 'issue', total, after: null }))
  client.history.payments[id] = requests
  return { id, payments: [], requests, seen: total }
}
