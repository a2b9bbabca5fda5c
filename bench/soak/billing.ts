import {
  createCreditNote,
  createInvoice,
  createPatient,
  deleteInvoice,
  getInvoice,
  getInvoicePdf,
  getInvoiceUbl,
  issueInvoice,
  listInvoices,
  recordPayment,
  updateInvoice,
  voidInvoice,
} from '#contract'
import { isDone } from './caller.ts'
import type { Item } from './stock.ts'
import { type Flow, givenNames, pick, random, Shelf, type World } from './world.ts'

/** Invoices from draft to credit note. @param items that they take from stock */
export function billingFlows({ caller: { call }, effects, who }: World, items: Shelf<Item>): Flow[] {
  const drafts = new Shelf<{ id: string; note: string }>()
  const issued = new Shelf<string>()
  const customers = new Shelf<string>(20)

  async function customer(): Promise<string | undefined> {
    const known = customers.any()
    if (known && Math.random() < 0.9) return known
    const familyName = effects.newMark('customer')
    const added = await call(createPatient, { givenName: pick(givenNames), familyName }, who(createPatient))
    effects.made('patient', familyName, added)
    if (added.kind === 'done') customers.put(added.result.id)
    return added.kind === 'done' ? added.result.id : known
  }
  function linesOfInvoice() {
    const goods = items.any()
    const treatment = {
      description: 'Treatment',
      quantity: '1',
      unitPrice: `${random(200)}.${10 + random(90)}`,
      taxRate: pick(['7', '19']),
    }
    return goods && Math.random() < 0.6
      ? [
          treatment,
          { description: 'Goods', quantity: String(1 + random(3)), unitPrice: '2.05', itemId: goods.id },
        ]
      : [treatment]
  }
  async function invoice(draft: boolean): Promise<void> {
    const patientId = await customer()
    if (!patientId) return
    const note = effects.newMark('invoice')
    const discounts = Math.random() < 0.3 ? [{ percent: '3' }] : []
    const taxMode = pick(['inclusive', 'exclusive'] as const)
    const body = { patientId, note, draft, taxMode, lines: linesOfInvoice(), discounts }
    if (Math.random() < 0.2) await call(createInvoice, { ...body, preview: true }, who(createInvoice))
    const made = await call(createInvoice, body, who(createInvoice))
    effects.made('invoice', note, made)
    if (made.kind !== 'done' || !made.result.id) return
    if (draft) drafts.put({ id: made.result.id, note })
    else issued.put(made.result.id)
  }

  return [
    { weight: 1, run: async () => void (await call(listInvoices, {}, who(listInvoices))) },
    { weight: 3, run: () => invoice(false) },
    { weight: 2, run: () => invoice(true) },
    {
      weight: 1,
      async run() {
        const draft = drafts.take()
        const patientId = customers.any()
        if (!draft || !patientId) return
        const { id: invoiceId, note } = draft
        await call(updateInvoice, { invoiceId, patientId, note, lines: linesOfInvoice() }, who(updateInvoice))
        if (Math.random() < 0.3) {
          const deleted = await call(deleteInvoice, { invoiceId }, who(deleteInvoice))
          effects.gone('invoice', note, deleted)
        } else if (isDone(await call(issueInvoice, { invoiceId }, who(issueInvoice)))) issued.put(invoiceId)
      },
    },
    {
      weight: 2,
      async run() {
        const invoiceId = issued.any()
        const reference = effects.newMark('payment')
        if (invoiceId)
          effects.made(
            'payment',
            reference,
            await call(
              recordPayment,
              { invoiceId, amount: '1.01', method: 'cash', reference },
              who(recordPayment),
            ),
          )
      },
    },
    {
      weight: 1,
      async run() {
        const invoiceId = issued.any()
        const read = invoiceId && (await call(getInvoice, { invoiceId }, who(getInvoice)))
        if (!invoiceId || !read || read.kind !== 'done') return
        const reason = effects.newMark('credit')
        const lines = [{ lineId: pick(read.result.lines).id, quantity: '1' }]
        const body = { invoiceId, reason, lines, restock: Math.random() < 0.5 }
        effects.made('creditNote', reason, await call(createCreditNote, body, who(createCreditNote)))
      },
    },
    {
      weight: 0.5,
      async run() {
        const invoiceId = issued.take()
        const reason = effects.newMark('void')
        if (invoiceId)
          effects.made(
            'void',
            reason,
            await call(voidInvoice, { invoiceId, reason, restock: true }, who(voidInvoice)),
          )
      },
    },
    {
      weight: 0.5,
      async run() {
        const invoiceId = issued.any()
        if (!invoiceId) return
        await call(getInvoiceUbl, { invoiceId }, who(getInvoiceUbl))
        if (Math.random() < 0.2) await call(getInvoicePdf, { invoiceId }, who(getInvoicePdf))
      },
    },
  ]
}
