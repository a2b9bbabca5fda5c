import * as api from '#contract'
import { pick, random, Shelf } from './random.ts'
import type { Flow, World } from './world.ts'

export interface Item {
  id: string
  hasLots: boolean
}

/** Items and their movements. @param items that invoices use too */
export function stockFlows({ effects, call, create, known, result, set }: World, items: Shelf<Item>): Flow[] {
  const documents = new Shelf<string>()
  const lots = new Shelf<string>()
  const found = new Set<string>()
  const locations = new Shelf<string>()
  for (const kind of api.exportKinds) known('kind').put(kind)

  async function add(): Promise<void> {
    const sku = effects.newMark('item')
    const hasLots = Math.random() < 0.5
    const body = { sku, name: sku, unit: 'box', lotTracking: hasLots, expiryTracking: hasLots }
    const added = await create('item', sku, api.createItem, body)
    if (!added) return
    known('itemId').put(added.id)
    items.put({ id: added.id, hasLots })
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
      ...(item.hasLots
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

  async function addLocation(): Promise<string | undefined> {
    const name = effects.newMark('shelf')
    const added = await create('location', name, api.createLocation, { name })
    if (added) locations.put(added.id)
    return added?.id
  }

  async function transfer(): Promise<void> {
    const stock = pick((await result(api.listLevels, {}))?.data ?? [undefined])
    const to = locations.any() ?? (await addLocation())
    if (!stock || !to || to === stock.locationId) return
    const { itemId, locationId: from } = stock
    const note = effects.newMark('transfer')
    const body = { from, to, note, lines: [{ itemId, quantity: 1 }] }
    const transferred = await create('document', note, api.transferStock, body)
    if (transferred) documents.put(transferred.transferId)
  }

  async function findLots(): Promise<void> {
    for (const { id } of (await result(api.listLots, { limit: 10 }))?.data ?? []) {
      if (found.has(id)) continue
      found.add(id)
      lots.put(id)
      known('lotId').put(id)
    }
  }

  /** Quarantines a lot for a moment, in which it cannot be sold. */
  async function quarantine(): Promise<void> {
    const lotId = lots.take()
    if (!lotId) return findLots()
    const reason = effects.newMark('recall')
    const note = (value: string | null, outcome: { kind: string }) =>
      effects.set('lots.quarantine_reason', lotId, value, outcome)
    note(reason, await call(api.quarantineLot, { lotId, reason }))
    note(null, await call(api.releaseLot, { lotId }))
    lots.put(lotId)
  }

  return [
    [1, add],
    [3, receive],
    [2, adjust],
    [1, reverse],
    [1, transfer],
    [0.3, quarantine],
    [0.1, findLots],
    [1, () => set(items, 'items.name', api.updateItem, (itemId, name) => ({ itemId, name }))],
    [0.2, addLocation],
  ]
}

const lineOf = ({ id, hasLots }: Item) => ({
  itemId: id,
  quantity: 1 + random(50),
  unitCost: `${random(20)}.${10 + random(90)}`,
  ...(hasLots && { lot: `L${pick([0, 1, 2])}`, expiresOn: '2990-01-31' }),
})
