import { adjustStock, createItem, type ErrorCode, listLevels, receiveStock } from '#contract'
import { newId } from '#platform'
import { record, recordRead } from '../caller.ts'
import type { Request } from '../checks/linearize.ts'
import type { StockOp } from '../checks/stock.ts'
import type { Client, Part } from '../client.ts'

/** An item that several clients use at the same time. */
export interface Item {
  id: string
  requests: Request<StockOp>[]
  /** The stock in the last response. */
  seen: number
}

/** Few, so that requests for one item overlap. */
const inUse = 2
/** Searching through longer histories of an item, or through more lost requests, takes too long. */
const [mostRequests, mostLost] = [150, 6]

/** Returns items, and replaces them after a while. */
export function createItems() {
  const items: Item[] = []

  return {
    all: items,
    async any({ caller, dice, history, key }: Client): Promise<Item> {
      const old = items.findIndex(
        ({ requests }) =>
          requests.length > mostRequests || requests.filter(({ certain }) => !certain).length > mostLost,
      )
      if (old >= 0) items.splice(old, 1)
      if (items.length < inUse) {
        const sku = newId()
        const { id } = await caller.certainly(createItem, { sku, name: 'Gauze', unit: 'box' }, key)
        const requests: Item['requests'] = []
        history.stock[id] = requests
        items.push({ id, requests, seen: 0 })
      }
      return dice.pick(items)
    },
  }
}

export type Items = ReturnType<typeof createItems>

/** Deliveries, adjustments and counts of a few items. */
export function stockPart(items: Items): Part {
  const after = (item: Item, levels: { onHand: string }[]): number => {
    item.seen = Number(levels[0]?.onHand)
    return item.seen
  }

  async function receive(client: Client): Promise<void> {
    const item = await items.any(client)
    const by = 1 + client.dice.below(9)
    const lines = [{ itemId: item.id, quantity: by }]
    const body = { supplier: 'Acme', deliveryNote: newId(), lines }
    const called = await client.caller.call(receiveStock, body, client.key)
    record(
      item.requests,
      called,
      (response): StockOp => ({
        kind: 'change',
        by,
        after: response?.kind === 'done' ? after(item, response.result.levels) : null,
      }),
    )
  }

  async function take(client: Client): Promise<void> {
    const item = await items.any(client)
    const by = -1 - client.dice.below(9)
    const lines = [{ itemId: item.id, quantity: by }]
    const expected: ErrorCode[] = ['insufficient_stock']
    const body = { mode: 'delta' as const, reason: 'consumed' as const, lines }
    const called = await client.caller.call(adjustStock, body, client.key, expected)
    record(
      item.requests,
      called,
      (response): StockOp => ({
        kind: 'change',
        by,
        after: !response
          ? null
          : response?.kind === 'done'
            ? after(item, response.result.levels)
            : 'insufficient',
      }),
    )
  }

  async function count(client: Client): Promise<void> {
    const item = await items.any(client)
    const to = client.dice.below(30)
    const expected = client.dice.chance(0.7) ? item.seen : null
    const lines = [{ itemId: item.id, quantity: to, ...(expected !== null && { expectedOnHand: expected }) }]
    const body = { mode: 'count' as const, reason: 'recount' as const, lines }
    const called = await client.caller.call(adjustStock, body, client.key, ['stock_moved'])
    record(
      item.requests,
      called,
      (response): StockOp => ({
        kind: 'count',
        to,
        expected,
        after: !response ? null : response.kind === 'done' ? after(item, response.result.levels) : 'moved',
      }),
    )
  }

  async function read({ caller, key }: Client, item: Item, ask = caller.once): Promise<void> {
    const response = await ask(listLevels, { itemId: item.id }, key)
    recordRead(item.requests, response, (response): StockOp | null =>
      response.kind === 'done' ? { kind: 'read', level: after(item, response.result.data) } : null,
    )
  }

  return {
    flows: [
      [2, receive],
      [2, take],
      [2, count],
      [3, async (client) => read(client, await items.any(client))],
    ],
    async finish(client) {
      for (const item of items.all) await read(client, item, client.caller.persist)
    },
  }
}
