import * as api from '#contract'
import type { Cast } from './people.ts'
import { readRecords } from './read-records.ts'
import { dateIn, daysAgo, minutesAgo, type Scene, scene } from './scene.ts'

type Line = [sku: string, quantity: number, unitCost: string, lot?: string, expiresInDays?: number]

interface Stock {
  items: api.Input<typeof api.createItem>[]
  deliveries: { days: number; supplier: string; note: string; lines: Line[]; location?: string }[]
  adjustments: (Omit<api.Input<typeof api.adjustStock>, 'locationId'> & { days: number; location?: string })[]
}

const treatmentRoom = 'Treatment room 1'
const fridge = 'Pharmacy fridge'

/** Plays four months of a store room. Puts the ids of items by SKU and of locations by name into `ids`. */
export function keepStock({ as }: Cast, ids: Map<string, string>): Scene[] {
  const { items, deliveries, adjustments } = readRecords<Stock>('stock')
  const at = (location?: string) => (location ? { locationId: ids.get(location) ?? '' } : {})
  const receive = async (supplier: string, deliveryNote: string, lines: Line[], location?: string) =>
    (await as('sofia')).call(api.receiveStock, {
      supplier,
      deliveryNote,
      ...at(location),
      lines: lines.map(toLine),
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
    ...adjustments.map(({ days, location, ...adjustment }) =>
      scene(daysAgo(days, '16:30'), async () =>
        (await as('tomasz')).call(api.adjustStock, { ...adjustment, ...at(location) }),
      ),
    ),
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
    scene(daysAgo(2, '17:20'), async () => {
      const [from, to] = [ids.get(fridge) ?? '', ids.get(treatmentRoom) ?? '']
      const lines = [{ sku: 'FLU-26', quantity: 5 }]
      await (await as('sofia')).call(api.transferStock, { from, to, note: 'For the vaccination day', lines })
    }),
    // After the last sale of it.
    scene(minutesAgo(45), async () => {
      const sofia = await as('sofia')
      const [lot] = (await sofia.call(api.listLots, { lot: 'SU-14' })).data
      await sofia.call(api.quarantineLot, {
        lotId: lot?.id ?? '',
        reason: 'Recalled by the manufacturer, notice 26-114: sterility not assured',
      })
    }),
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
