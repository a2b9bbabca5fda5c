import * as api from '#contract'
import type { Cast } from './people.ts'
import { readRecords } from './read-records.ts'
import { dateIn, daysAgo, type Scene, scene } from './scene.ts'

type Line = [sku: string, quantity: number, unitCost: string, lot?: string, expiresInDays?: number]

interface Stock {
  items: api.Input<typeof api.createItem>[]
  deliveries: { days: number; supplier: string; note: string; lines: Line[]; location?: string }[]
}

const treatmentRoom = 'Treatment room 1'
const fridge = 'Pharmacy fridge'

/** Plays four months of a store room. Puts the ids of items by SKU and of locations by name into `ids`. */
export function keepStock({ as }: Cast, ids: Map<string, string>): Scene[] {
  const { items, deliveries } = readRecords<Stock>('stock')
  const at = (location?: string) => (location ? { locationId: ids.get(location) ?? '' } : {})
  const receive = async (supplier: string, deliveryNote: string, lines: Line[], location?: string) =>
    (await as('sofia')).call(api.receiveStock, {
      supplier,
      deliveryNote,
      ...at(location),
      lines: lines.map(toLine),
    })
  const adjust = (
    days: number,
    input: Omit<api.Input<typeof api.adjustStock>, 'locationId'>,
    location?: string,
  ): Scene =>
    scene(daysAgo(days, '16:30'), async () =>
      (await as('tomasz')).call(api.adjustStock, { ...input, ...at(location) }),
    )
  const remove = (
    days: number,
    reason: 'consumed' | 'damaged' | 'expired' | 'lost',
    lines: Record<string, number>,
    note?: string,
  ) =>
    adjust(days, {
      mode: 'delta',
      reason,
      ...(note && { note }),
      lines: Object.entries(lines).map(([sku, quantity]) => ({ sku, quantity: -quantity })),
    })
  let misplaced = ''

  return [
    scene(daysAgo(118, '12:00'), async () => {
      const sofia = await as('sofia')
      for (const name of [treatmentRoom, fridge])
        ids.set(name, (await sofia.call(api.createLocation, { name })).id)
      for (const item of items) ids.set(item.sku, (await sofia.call(api.createItem, item)).id)
    }),
    ...deliveries.map(({ days, supplier, note, lines, location }) =>
      scene(daysAgo(days, '07:45'), () => receive(supplier, note, lines, location)),
    ),
    remove(96, 'consumed', { 'GLOVE-M': 4, 'SWAB-70': 2, 'SYR-5': 40 }),
    remove(75, 'consumed', { 'GLOVE-M': 5, 'SWAB-70': 2, 'ECG-EL': 30, 'TEST-AG': 25 }),
    remove(57, 'damaged', { 'GEL-US': 1 }, 'Fell off the trolley'),
    remove(50, 'consumed', { 'GLOVE-L': 6, 'SYR-5': 60, 'BAND-6': 12 }),
    remove(34, 'consumed', { 'TEST-AG': 15, 'GLOVE-M': 6 }),
    adjust(30, {
      mode: 'count',
      reason: 'recount',
      note: 'Count at the end of the quarter',
      lines: [
        { sku: 'SYR-5', quantity: 96, lot: 'SY-2207' },
        { sku: 'GLOVE-L', quantity: 2 },
        { sku: 'PAPER-A4', quantity: 14 },
      ],
    }),
    adjust(27, {
      mode: 'delta',
      reason: 'found',
      note: 'A box was behind the cupboard',
      lines: [{ sku: 'GLOVE-L', quantity: 1 }],
    }),
    remove(15, 'expired', { 'ECG-EL': 10 }, 'The open bag'),
    remove(8, 'consumed', { 'TEST-AG': 10, 'SWAB-70': 3 }),
    adjust(6, { mode: 'delta', reason: 'consumed', lines: [{ sku: 'LIDO-1', quantity: -4 }] }, treatmentRoom),
    // Received at the wrong location, reversed, and received again.
    scene(daysAgo(14, '08:10'), async () => {
      misplaced = (await receive('Apotheke am Park', 'AP-3307', [['FLU-26', 40, '11.40', 'FL-771', 150]]))
        .receiptId
    }),
    scene(daysAgo(14, '08:25'), async () =>
      (await as('sofia')).call(api.reverseMovements, {
        documentId: misplaced,
        note: 'It belongs in the fridge',
      }),
    ),
    scene(daysAgo(14, '08:30'), () =>
      receive('Apotheke am Park', 'AP-3307 in the fridge', [['FLU-26', 40, '11.40', 'FL-771', 150]], fridge),
    ),
  ]
}

function toLine([sku, quantity, unitCost, lot, expiresInDays]: Line) {
  return {
    sku,
    quantity,
    unitCost,
    ...(lot && { lot }),
    ...(expiresInDays !== undefined && { expiresOn: dateIn(expiresInDays) }),
  }
}
