import {
  adjustStock,
  createItem,
  createLocation,
  getItem,
  listItems,
  listLevels,
  listLocations,
  listMovements,
  receiveStock,
  reverseMovements,
  updateItem,
} from '#contract'
import { type Flow, pick, random, Shelf, type World } from './world.ts'

export interface Item {
  id: string
  lots: boolean
}

/** Items and what moves of them. @param items that invoices are of, too */
export function stockFlows({ caller: { call }, effects, who }: World, items: Shelf<Item>): Flow[] {
  const documents = new Shelf<string>()

  const line = ({ id, lots }: Item) => ({
    itemId: id,
    quantity: String(1 + random(50)),
    unitCost: `${random(20)}.${10 + random(90)}`,
    ...(lots && { lot: `L${random(3)}`, expiresOn: '2990-01-31' }),
  })
  async function add(): Promise<void> {
    const sku = effects.newMark('item')
    const lots = Math.random() < 0.5
    const body = { sku, name: sku, unit: 'box', lotTracking: lots, expiryTracking: lots }
    const added = await call(createItem, body, who(createItem))
    effects.made('item', sku, added)
    if (added.kind === 'done') items.put({ id: added.result.id, lots })
  }
  async function receive(): Promise<void> {
    const own = [items.any(), items.any()].flatMap((item) => item ?? [])
    if (own.length === 0) return
    const deliveryNote = effects.newMark('delivery')
    const body = { supplier: 'Acme', deliveryNote, lines: own.map(line) }
    const received = await call(receiveStock, body, who(receiveStock))
    effects.made('receipt', deliveryNote, received)
    if (received.kind === 'done') documents.put(received.result.receiptId)
    // Posted once more, it still is one delivery.
    if (Math.random() < 0.1) await call(receiveStock, body, who(receiveStock))
  }

  return [
    { weight: 1, run: add },
    { weight: 3, run: receive },
    {
      weight: 2,
      async run() {
        const item = items.any()
        if (!item) return
        const note = effects.newMark('adjustment')
        const quantity = String(random(5) + 1)
        const body = item.lots
          ? {
              mode: 'delta' as const,
              reason: 'damaged' as const,
              note,
              lines: [{ itemId: item.id, quantity: `-${quantity}` }],
            }
          : {
              mode: 'count' as const,
              reason: 'recount' as const,
              note,
              lines: [{ itemId: item.id, quantity }],
            }
        const adjusted = await call(adjustStock, body, who(adjustStock))
        effects.made('document', note, adjusted)
        if (adjusted.kind === 'done') documents.put(adjusted.result.adjustmentId)
      },
    },
    {
      weight: 1,
      async run() {
        const documentId = documents.take()
        const note = effects.newMark('reversal')
        if (documentId)
          effects.made(
            'document',
            note,
            await call(reverseMovements, { documentId, note }, who(reverseMovements)),
          )
      },
    },
    {
      weight: 1,
      async run() {
        const item = items.take()
        if (!item) return
        const name = effects.newMark('name')
        const { kind } = await call(updateItem, { itemId: item.id, name }, who(updateItem))
        if (kind !== 'refused')
          effects.setField('select name from items where id = $1', [item.id], name, kind === 'done')
        await call(getItem, { itemId: item.id }, who(getItem))
        items.put(item)
      },
    },
    {
      weight: 0.2,
      async run() {
        const name = effects.newMark('shelf')
        effects.made('location', name, await call(createLocation, { name }, who(createLocation)))
      },
    },
    {
      weight: 3,
      run: async () =>
        void (await call(pick([listItems, listLocations, listLevels, listMovements]), {}, who(listItems))),
    },
  ]
}
