import * as api from '#contract'
import { record } from '../caller.ts'
import type { Request } from '../checks/linearize.ts'
import type { Called } from '../checks/observed.ts'
import type { StockOp } from '../checks/stock.ts'
import { type Client, createPool, type Part, type Pool } from '../client.ts'
import { Shelf } from '../dice.ts'

/** An item that several clients use at the same time. */
export interface Item {
  id: string
  requests: Request<StockOp>[]
  /** The stock in the last response. */
  seen: number
}

export type Items = Pool<Item>

/** Returns a few items without lots, whose stock is checked. */
export const createItems = (): Items =>
  createPool(2, async ({ certainly, history, newMark }) => {
    const sku = newMark('counted')
    const { id } = await certainly(api.createItem, { sku, name: 'Gauze', unit: 'box' })
    const requests: Item['requests'] = []
    history.stock[id] = requests
    return { id, requests, seen: 0 }
  })

/** Deliveries, adjustments and counts of a few items. */
export function stockPart(items: Items): Part {
  const levelOf =
    (item: Item) =>
    ({ levels }: { levels: { onHand: string }[] }) => {
      item.seen = Number(levels[0]?.onHand)
      return item.seen
    }

  async function receive(client: Client): Promise<void> {
    const item = await items.any(client)
    const by = 1 + client.dice.below(9)
    const deliveryNote = client.newMark('delivery')
    const body = { supplier: 'Acme', deliveryNote, lines: [{ itemId: item.id, quantity: by }] }
    const called = await client.call(api.receiveStock, body, undefined, [])
    client.history.records.note('receipt', deliveryNote, 'done', called)
    record(item.requests, called, levelOf(item), (after) => ({ kind: 'change', by, after }))
    // Sent twice, it adds stock once.
    if (client.dice.chance(0.1)) await client.call(api.receiveStock, body, undefined, [])
  }

  async function take(client: Client): Promise<void> {
    const item = await items.any(client)
    const by = -1 - client.dice.below(9)
    const lines = [{ itemId: item.id, quantity: by }]
    const body = { mode: 'delta' as const, reason: 'consumed' as const, lines }
    const called = await client.call(api.adjustStock, body, undefined, ['insufficient_stock'])
    record(item.requests, called, levelOf(item), (after) => ({ kind: 'change', by, after }))
  }

  async function count(client: Client): Promise<void> {
    const item = await items.any(client)
    const to = client.dice.below(30)
    const expected = client.dice.chance(0.7) ? item.seen : null
    const lines = [{ itemId: item.id, quantity: to, ...(expected !== null && { expectedOnHand: expected }) }]
    const body = { mode: 'count' as const, reason: 'recount' as const, lines }
    const called = await client.call(api.adjustStock, body, undefined, ['stock_moved'])
    record(item.requests, called, levelOf(item), (after) => ({ kind: 'count', to, expected, after }))
  }

  async function read({ call }: Client, item: Item): Promise<void> {
    const called = await call(api.listLevels, { itemId: item.id }, undefined, [])
    const shown = ({ data }: { data: { onHand: string }[] }) => levelOf(item)({ levels: data })
    record(item.requests, called, shown, (after) => ({ kind: 'read', after }))
  }

  return {
    flows: [
      [2, receive],
      [2, take],
      [2, count],
      [3, async (client) => read(client, await items.any(client))],
    ],
    async finish(client) {
      for (const item of items.all) await read(client, item)
    },
  }
}

/** Items with lots, what moves them from place to place, and reversals. */
export function lotsPart(): Part {
  const items = new Shelf<{ id: string }>(40)
  const documents = new Shelf<string>()
  /** Lots that a client quarantines at the moment. */
  const taken = new Set<string>()
  const locations = new Shelf<string>()

  async function add({ change, known, newMark }: Client): Promise<void> {
    const sku = newMark('item')
    const body = { sku, name: sku, unit: 'box', lotTracking: true, expiryTracking: true }
    const added = await change('done', 'item', sku, api.createItem, body)
    if (!added) return
    known('itemId').put(added.id)
    items.put({ id: added.id })
  }

  async function receive({ change, dice, newMark }: Client): Promise<void> {
    const of = [items.any(dice), items.any(dice)].filter((item) => item !== undefined)
    const lines = of.map(({ id }) => ({
      itemId: id,
      quantity: 1 + dice.below(50),
      unitCost: `${dice.below(20)}.${10 + dice.below(90)}`,
      lot: newMark('L'),
      expiresOn: '2990-01-31',
    }))
    if (lines.length === 0) return
    const deliveryNote = newMark('delivery')
    const body = { supplier: 'Acme', deliveryNote, lines }
    const received = await change('done', 'receipt', deliveryNote, api.receiveStock, body)
    if (received) documents.put(received.receiptId)
  }

  async function adjust({ change, dice, newMark }: Client): Promise<void> {
    const item = items.any(dice)
    if (!item) return
    const note = newMark('adjustment')
    const lines = [{ itemId: item.id, quantity: -1 - dice.below(5) }]
    const body = { note, mode: 'delta' as const, reason: 'damaged' as const, lines }
    const adjusted = await change('done', 'document', note, api.adjustStock, body)
    if (adjusted) documents.put(adjusted.adjustmentId)
  }

  async function reverse({ change, dice, newMark }: Client): Promise<void> {
    const documentId = documents.take(dice)
    const note = newMark('reversal')
    if (documentId) await change('done', 'document', note, api.reverseMovements, { documentId, note })
  }

  async function addLocation({ change, newMark }: Client): Promise<void> {
    const name = newMark('shelf')
    const added = await change('done', 'location', name, api.createLocation, { name })
    if (added) locations.put(added.id)
  }

  async function transfer({ change, dice, newMark, result }: Client): Promise<void> {
    const [item, to] = [items.any(dice), locations.any(dice)]
    const stock = item && to && (await result(api.listLevels, { itemId: item.id }))?.data[0]
    if (!stock || to === stock.locationId) return
    const note = newMark('transfer')
    const body = { from: stock.locationId, to, note, lines: [{ itemId: item.id, quantity: 1 }] }
    const transferred = await change('done', 'document', note, api.transferStock, body)
    if (transferred) documents.put(transferred.transferId)
  }

  /** Quarantines a lot for a moment, in which it cannot be sold. */
  async function quarantine({ call, dice, history, known, newMark, result }: Client): Promise<void> {
    const found = (await result(api.listLots, { limit: 10 }))?.data ?? []
    for (const { id } of found) known('lotId').put(id)
    const lotId = found.length > 0 ? dice.pick(found).id : undefined
    if (!lotId || taken.has(lotId)) return
    taken.add(lotId)
    const reason = newMark('recall')
    const set = (value: string | null, called: Called<unknown>) =>
      history.records.set('lots.quarantine_reason', lotId, value, called)
    set(reason, await call(api.quarantineLot, { lotId, reason }))
    set(null, await call(api.releaseLot, { lotId }))
    taken.delete(lotId)
  }

  const rename = ({ set }: Client) =>
    set(items, 'items.name', api.updateItem, (itemId, name) => ({ itemId, name }))

  return {
    flows: [
      [0.5, add],
      [1, receive],
      [0.5, adjust],
      [0.5, reverse],
      [0.5, transfer],
      [0.3, quarantine],
      [0.5, rename],
      [0.2, addLocation],
    ],
  }
}
