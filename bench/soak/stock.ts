import * as api from '#contract'
import { pick, random, Shelf } from './random.ts'
import type { Flow, World } from './world.ts'

export interface Item {
  id: string
  lots: boolean
}

/** Items and their movements. @param items that invoices use too */
export function stockFlows({ effects, call, create, known, set }: World, items: Shelf<Item>): Flow[] {
  const documents = new Shelf<string>()

  async function add(): Promise<void> {
    const sku = effects.newMark('item')
    const lots = Math.random() < 0.5
    const body = { sku, name: sku, unit: 'box', lotTracking: lots, expiryTracking: lots }
    const added = await create('item', sku, api.createItem, body)
    if (!added) return
    known('itemId').put(added.id)
    items.put({ id: added.id, lots })
  }

  async function receive(): Promise<void> {
    const lines = [items.any(), items.any()].flatMap((item) => (item ? [lineOf(item)] : []))
    if (lines.length === 0) return
    const deliveryNote = effects.newMark('delivery')
    const body = { supplier: 'Acme', deliveryNote, lines }
    const received = await create('receipt', deliveryNote, api.receiveStock, body)
    if (received) documents.put(received.receiptId)
    // Sent twice, it adds stock once.
    if (Math.random() < 0.1) await call(api.receiveStock, body)
  }

  async function adjust(): Promise<void> {
    const item = items.any()
    if (!item) return
    const note = effects.newMark('adjustment')
    const [itemId, quantity] = [item.id, random(5) + 1]
    const adjusted = await create('document', note, api.adjustStock, {
      note,
      ...(item.lots
        ? { mode: 'delta' as const, reason: 'damaged' as const, lines: [{ itemId, quantity: -quantity }] }
        : { mode: 'count' as const, reason: 'recount' as const, lines: [{ itemId, quantity }] }),
    })
    if (adjusted) documents.put(adjusted.adjustmentId)
  }

  async function reverse(): Promise<void> {
    const documentId = documents.take()
    const note = effects.newMark('reversal')
    if (documentId) await create('document', note, api.reverseMovements, { documentId, note })
  }

  async function addLocation(): Promise<void> {
    const name = effects.newMark('shelf')
    await create('location', name, api.createLocation, { name })
  }

  return [
    [1, add],
    [3, receive],
    [2, adjust],
    [1, reverse],
    [1, () => set(items, 'items.name', api.updateItem, (itemId, name) => ({ itemId, name }))],
    [0.2, addLocation],
  ]
}

const lineOf = ({ id, lots }: Item) => ({
  itemId: id,
  quantity: 1 + random(50),
  unitCost: `${random(20)}.${10 + random(90)}`,
  ...(lots && { lot: `L${pick([0, 1, 2])}`, expiresOn: '2990-01-31' }),
})
