import * as api from '#contract'
import { givenNames, pick, random, Shelf } from './random.ts'
import type { Item } from './stock.ts'
import type { Flow, World } from './world.ts'

const address = { line: 'Hauptstraße 1', city: 'Berlin', postalCode: '10115', country: 'DE' }

/** What invoices need. */
export const billingSettings: api.Input<typeof api.updateSettings> = {
  letterhead: { ...address, taxId: 'DE123456789', registration: '1' },
  taxRates: ['7', '19'].map((rate) => ({ name: rate, category: 'S', rate })),
}

/** Invoices from draft to credit note. @param items that they take from stock */
export function billingFlows(
  { effects, call, create, known, remove, result }: World,
  items: Shelf<Item>,
): Flow[] {
  const drafts = new Shelf<{ id: string; note: string }>()
  const issued = new Shelf<string>()
  const payments = new Shelf<string>()
  const customers = new Shelf<string>(20)

  async function customer(): Promise<string | undefined> {
    const old = customers.any()
    if (old && Math.random() < 0.9) return old
    const familyName = effects.newMark('customer')
    const body = { givenName: pick(givenNames), familyName }
    const added = await create('patient', familyName, api.createPatient, body)
    if (added) customers.put(added.id)
    return added?.id ?? old
  }

  function lines() {
    const unitPrice = `${random(200)}.${10 + random(90)}`
    const treatment = { description: 'Treatment', quantity: 1, unitPrice, taxRate: pick(['7', '19']) }
    const goods = items.any()
    if (!goods || Math.random() < 0.4) return [treatment]
    return [treatment, { description: 'Goods', quantity: 1 + random(3), unitPrice: '2.05', itemId: goods.id }]
  }

  async function invoice(draft: boolean): Promise<void> {
    const patientId = await customer()
    if (!patientId) return
    const note = effects.newMark('invoice')
    const discounts = Math.random() < 0.3 ? [{ percent: '3' }] : []
    const taxMode = pick(['inclusive', 'exclusive'] as const)
    const body = { patientId, note, draft, taxMode, lines: lines(), discounts }
    if (Math.random() < 0.2) await call(api.createInvoice, { ...body, preview: true })
    const id = (await create('invoice', note, api.createInvoice, body))?.id
    if (!id) return
    known('invoiceId').put(id)
    if (draft) drafts.put({ id, note })
    else issued.put(id)
  }

  async function finishDraft(): Promise<void> {
    const draft = drafts.take()
    const patientId = customers.any()
    if (!draft || !patientId) return
    const { id: invoiceId, note } = draft
    await call(api.updateInvoice, { invoiceId, patientId, note, lines: lines() })
    if (Math.random() < 0.3) await remove('invoice', note, api.deleteInvoice, { invoiceId })
    else if (await result(api.issueInvoice, { invoiceId })) issued.put(invoiceId)
  }

  async function pay(): Promise<void> {
    const invoiceId = issued.any()
    const reference = effects.newMark('payment')
    const payment = { amount: '1.01', method: 'cash', reference } as const
    if (!invoiceId) return
    const paid = await create('payment', reference, api.recordPayment, { invoiceId, ...payment })
    const recorded = paid?.payments.find((one) => one.reference === reference)
    if (recorded) payments.put(recorded.id)
  }

  async function reverse(): Promise<void> {
    const paymentId = payments.take()
    const reason = effects.newMark('reversal')
    if (paymentId) await create('paymentReversal', reason, api.reversePayment, { paymentId, reason })
  }

  async function credit(): Promise<void> {
    const invoiceId = issued.any()
    const invoice = invoiceId && (await result(api.getInvoice, { invoiceId }))
    if (!invoice) return
    const reason = effects.newMark('credit')
    const lines = [{ lineId: pick(invoice.lines).id, quantity: 1 }]
    const body = Math.random() < 0.5 ? { lines, restock: Math.random() < 0.5 } : { amount: '1.01' }
    const credited = await create('creditNote', reason, api.createCreditNote, { invoiceId, reason, ...body })
    const note = credited?.creditNotes.find((one) => one.reason === reason)
    if (note) known('creditNoteId').put(note.id)
  }

  async function voidOne(): Promise<void> {
    const invoiceId = issued.take()
    const reason = effects.newMark('void')
    if (invoiceId) await create('void', reason, api.voidInvoice, { invoiceId, reason, restock: true })
  }

  return [
    [3, () => invoice(false)],
    [2, () => invoice(true)],
    [1, finishDraft],
    [2, pay],
    [0.5, reverse],
    [1, credit],
    [0.5, voidOne],
  ]
}
