import * as api from '#contract'
import type { Client, Part } from '../client.ts'
import { issueTo } from './billing.ts'

interface Page {
  data: { id: string }[]
  nextCursor: string | null
}

/** A list that grows, and how a client reads a page of it. */
interface List {
  name: string
  page(client: Client, place: { limit: number; cursor?: string }): Promise<Page | undefined>
  /** Adds rows, most of which share the value that the list is sorted by. */
  grow(client: Client): Promise<unknown>
  /** How many rows it has so far, at most. */
  rows: number
}

/** So that one page shows all of a list. */
const mostRows = 60
const dueDates = ['2990-01-01', '2990-01-02']

/** Lists that clients page through while others add rows. */
export function listsPart(): Part {
  let lists: List[] = []

  async function any(client: Client): Promise<List> {
    if (lists.length === 0 || lists.some(({ rows }) => rows > mostRows)) lists = await addLists(client)
    return client.dice.pick(lists)
  }

  async function grow(client: Client): Promise<void> {
    const list = await any(client)
    list.rows += 3
    await list.grow(client)
  }

  async function walk(client: Client): Promise<void> {
    const { dice, history } = client
    const list = await any(client)
    const idsOf = (page: Page | undefined) => page?.data.map(({ id }) => id)
    const whole = async () => idsOf(await list.page(client, { limit: 200 }))
    const before = await whole()
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const limit = 2 + dice.below(12)
      const page: Page | undefined = await list.page(client, { limit, ...(cursor && { cursor }) })
      // A page without a response is read again.
      if (!page && !dice.chance(0.9)) return
      if (!page) continue
      pages.push(idsOf(page)!)
      cursor = page.nextCursor
    } while (cursor)
    const after = await whole()
    if (before && after && pages.length > 0) history.walks.push({ list: list.name, before, after, pages })
  }

  return {
    flows: [
      [2, grow],
      [2, walk],
    ],
    async finish(client) {
      for (let n = 0; n < 3 * lists.length; n++) await walk(client)
    },
  }
}

async function addLists(client: Client): Promise<List[]> {
  const { patientId, invoiceId } = await issueTo(client, 50_000)
  const sku = client.newMark('moved')
  const { id: itemId } = await client.certainly(api.createItem, { sku, name: 'Swab', unit: 'box' })
  const lines = [{ description: 'Treatment', quantity: 1, unitPrice: 50 }]
  const birthDate = new Date(Date.UTC(1800, 0, Number(/\d+/.exec(sku)))).toISOString().slice(0, 10)
  const draft = ({ change, dice, newMark }: Client) => {
    const note = newMark('listed')
    const body = { patientId, note, draft: true, lines, dueDate: dice.pick(dueDates) }
    return change('done', 'invoice', note, api.createInvoice, body)
  }
  const pay = ({ change, newMark }: Client) => {
    const reference = newMark('payment')
    const body = { invoiceId, amount: '1', method: 'cash', reference } as const
    return change('done', 'payment', reference, api.recordPayment, body)
  }
  /** Movements of one delivery have one time. */
  const deliver = ({ change, newMark }: Client) => {
    const deliveryNote = newMark('delivery')
    const body = {
      supplier: 'Acme',
      deliveryNote,
      lines: [1, 2, 3].map((quantity) => ({ itemId, quantity })),
    }
    return change('done', 'receipt', deliveryNote, api.receiveStock, body)
  }
  const register = ({ call, dice }: Client) =>
    call(api.createPatient, { familyName: dice.pick(['Abel', 'Berg']), birthDate })
  const lists: Omit<List, 'rows'>[] = [
    {
      name: 'payments by date',
      page: ({ result }, place) => result(api.listPayments, { patientId, ...place }),
      grow: pay,
    },
    {
      name: 'movements by time',
      page: ({ result }, place) => result(api.listMovements, { itemId, ...place }),
      grow: deliver,
    },
    ...(['dueDate', '-dueDate', undefined] as const).map((sort) => ({
      name: `invoices by ${sort ?? 'age'}`,
      page: ({ result }: Client, place: object) =>
        result(api.listInvoices, { patientId, ...(sort && { sort }), ...place }),
      grow: draft,
    })),
    ...(['name', '-name', undefined] as const).map((sort) => ({
      name: `patients by ${sort ?? 'age'}`,
      page: ({ result }: Client, place: object) =>
        result(api.listPatients, { birthDate, ...(sort && { sort }), ...place }),
      grow: register,
    })),
  ]
  return lists.map((list) => ({ ...list, rows: 1 }))
}
