import * as api from '#contract'
import { record } from '../caller.ts'
import type { Called } from '../checks/observed.ts'
import type { Client, Part } from '../client.ts'
import { Shelf } from '../dice.ts'
import type { Item, Items } from './stock.ts'
import { givenNames } from './words.ts'

const address = { line: 'Hauptstraße 1', city: 'Berlin', postalCode: '10115', country: 'DE' }

/** What invoices need. */
export const billingSettings: api.Input<typeof api.updateSettings> = {
  letterhead: { ...address, taxId: 'DE123456789', registration: '1' },
  taxRates: ['7', '19'].map((rate) => ({ name: rate, category: 'S', rate })),
}

/** These responses show no stock. */
const unseen = () => undefined

/** Notes the number that a document got, or may have got. */
export function noteNumber<Result>(
  { history }: Pick<Client, 'history'>,
  mark: string,
  { answer, lost }: Called<Result>,
  numberOf: (result: Result) => string | null | undefined,
): void {
  if (lost !== null)
    history.numbers.push({ mark, number: null, invoked: lost, returned: Number.POSITIVE_INFINITY })
  if (answer?.kind !== 'done') return
  const { invoked, returned } = answer
  history.numbers.push({ mark, number: numberOf(answer.result) ?? '', invoked, returned })
}

/** Invoices from draft to void, some of which take stock. */
export function invoicesPart(items: Items): Part {
  const drafts = new Shelf<{ id: string; note: string }>()
  /** What gives stock back when it is voided. */
  const issued = new Shelf<{ id: string; item: Item | null; quantity: number }>()
  const customers = new Shelf<string>(20)

  async function customer({ change, dice, newMark }: Client): Promise<string | undefined> {
    const old = customers.any(dice)
    if (old && dice.chance(0.9)) return old
    const familyName = newMark('customer')
    const body = { givenName: dice.pick(givenNames), familyName }
    const added = await change('done', 'patient', familyName, api.createPatient, body)
    if (added) customers.put(added.id)
    return added?.id ?? old
  }

  const treatment = ({ dice }: Client) => ({
    description: 'Treatment',
    quantity: 1,
    unitPrice: `${dice.below(200)}.${10 + dice.below(90)}`,
    taxRate: dice.pick(['7', '19']),
  })

  async function create(client: Client, draft: boolean, item: Item | null = null): Promise<void> {
    const { call, dice, history, known, newMark } = client
    const patientId = await customer(client)
    if (!patientId) return
    const [note, quantity] = [newMark('invoice'), 1 + dice.below(3)]
    const goods = item ? [{ description: 'Goods', quantity, unitPrice: '2.05', itemId: item.id }] : []
    const discounts = dice.chance(0.3) ? [{ percent: '3' }] : []
    const taxMode = dice.pick(['inclusive', 'exclusive'] as const)
    const body = { patientId, note, draft, taxMode, lines: [treatment(client), ...goods], discounts }
    if (dice.chance(0.1)) await call(api.createInvoice, { ...body, preview: true })
    const called = await call(api.createInvoice, body, undefined, item ? ['insufficient_stock'] : [])
    history.records.note('invoice', note, 'done', called)
    if (!draft) noteNumber(client, note, called, ({ number }) => number)
    if (item) record(item.requests, called, unseen, (after) => ({ kind: 'change', by: -quantity, after }))
    const id = called.answer?.kind === 'done' && called.answer.result.id
    if (!id) return
    known('invoiceId').put(id)
    if (draft) drafts.put({ id, note })
    else issued.put({ id, item, quantity })
  }

  async function finishDraft(client: Client): Promise<void> {
    const { call, change, dice } = client
    const [draft, patientId] = [drafts.take(dice), customers.any(dice)]
    if (!draft || !patientId) return
    const { id: invoiceId, note } = draft
    await call(api.updateInvoice, { invoiceId, patientId, note, lines: [treatment(client)] })
    if (dice.chance(0.3))
      return void (await change('removed', 'invoice', note, api.deleteInvoice, { invoiceId }))
    const called = await call(api.issueInvoice, { invoiceId }, undefined, [])
    noteNumber(client, note, called, ({ number }) => number)
    if (called.answer?.kind === 'done') issued.put({ id: invoiceId, item: null, quantity: 0 })
  }

  async function voidOne({ call, dice, history, newMark }: Client): Promise<void> {
    const [one, reason] = [issued.take(dice), newMark('void')]
    if (!one) return
    const { id: invoiceId, item, quantity } = one
    const called = await call(api.voidInvoice, { invoiceId, reason, restock: true }, undefined, [])
    history.records.note('void', reason, 'done', called)
    if (item) record(item.requests, called, unseen, (after) => ({ kind: 'change', by: quantity, after }))
  }

  return {
    flows: [
      [2, (client) => create(client, false)],
      [1, async (client) => create(client, false, await items.any(client))],
      [1, (client) => create(client, true)],
      [1, finishDraft],
      [0.5, voidOne],
    ],
    /** Shows gaps before it. */
    finish: (client) => create(client, false),
  }
}

/** Issues an invoice to a new patient. */
export async function issueTo({ certainly, ...client }: Client, unitPrice: number) {
  const { id: patientId } = await certainly(api.createPatient, { familyName: client.newMark('payer') })
  const note = client.newMark('payable')
  const lines = [{ description: 'Treatment', quantity: 1, unitPrice }]
  const invoked = performance.now()
  const result = await certainly(api.createInvoice, { patientId, note, lines })
  const issued = { kind: 'done' as const, result, invoked, returned: performance.now() }
  const called = { answer: issued, lost: null }
  noteNumber(client, note, called, ({ number }) => number)
  return { patientId, invoiceId: result.id ?? '', called }
}
