import {
  adjustStock,
  createItem,
  createLocation,
  type Input,
  receiveStock,
  reverseMovements,
} from '#contract'
import type { Cast } from './people.ts'
import { dateIn, daysAgo, type Scene } from './scene.ts'
import { deliveries, fridge, items, type Line, treatmentRoom } from './stock-records.ts'

/** Some four months of a store room. `ids` is filled with items by SKU and locations by name. */
export function keepingStock({ as }: Cast, ids: Map<string, string>): Scene[] {
  const at = (location?: string) => (location ? { locationId: ids.get(location) ?? '' } : {})
  const receive = async (supplier: string, deliveryNote: string, lines: Line[], location?: string) =>
    (await as('sofia')).call(receiveStock, {
      supplier,
      deliveryNote,
      ...at(location),
      lines: lines.map(toLine),
    })
  const adjust = (
    days: number,
    what: Omit<Input<typeof adjustStock>, 'locationId'>,
    location?: string,
  ): Scene => ({
    at: daysAgo(days, '16:30'),
    play: async () => (await as('tomasz')).call(adjustStock, { ...what, ...at(location) }),
  })
  const taken = (
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
    {
      at: daysAgo(118, '12:00'),
      async play() {
        const sofia = await as('sofia')
        for (const name of [treatmentRoom, fridge])
          ids.set(name, (await sofia.call(createLocation, { name })).id)
        for (const item of items) ids.set(item.sku, (await sofia.call(createItem, item)).id)
      },
    },
    ...deliveries.map(({ days, supplier, note, lines, location }) => ({
      at: daysAgo(days, '07:45'),
      play: () => receive(supplier, note, lines, location),
    })),
    taken(96, 'consumed', { 'GLOVE-M': 4, 'SWAB-70': 2, 'SYR-5': 40 }),
    taken(75, 'consumed', { 'GLOVE-M': 5, 'SWAB-70': 2, 'ECG-EL': 30, 'TEST-AG': 25 }),
    taken(57, 'damaged', { 'GEL-US': 1 }, 'Fell off the trolley'),
    taken(50, 'consumed', { 'GLOVE-L': 6, 'SYR-5': 60, 'BAND-6': 12 }),
    taken(34, 'consumed', { 'TEST-AG': 15, 'GLOVE-M': 6 }),
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
      note: 'A box stood behind the cupboard',
      lines: [{ sku: 'GLOVE-L', quantity: 1 }],
    }),
    taken(15, 'expired', { 'ECG-EL': 10 }, 'The open bag'),
    taken(8, 'consumed', { 'TEST-AG': 10, 'SWAB-70': 3 }),
    adjust(6, { mode: 'delta', reason: 'consumed', lines: [{ sku: 'LIDO-1', quantity: -4 }] }, treatmentRoom),
    // Booked into the wrong place, taken back, and booked again.
    {
      at: daysAgo(14, '08:10'),
      async play() {
        misplaced = (await receive('Apotheke am Park', 'AP-3307', [['FLU-26', 40, '11.40', 'FL-771', 150]]))
          .receiptId
      },
    },
    {
      at: daysAgo(14, '08:25'),
      play: async () =>
        (await as('sofia')).call(reverseMovements, {
          documentId: misplaced,
          note: 'It belongs into the fridge',
        }),
    },
    {
      at: daysAgo(14, '08:30'),
      play: () =>
        receive(
          'Apotheke am Park',
          'AP-3307 in the fridge',
          [['FLU-26', 40, '11.40', 'FL-771', 150]],
          fridge,
        ),
    },
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
