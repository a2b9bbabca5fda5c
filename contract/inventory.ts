import { z } from 'zod'
import { roles } from './actor.ts'
import { operationIn } from './operation.ts'
import { address } from './patient-fields.ts'
import { decimal, decimalInput, quantityInput, unitPriceInput } from './rules/decimals.ts'
import {
  date,
  id,
  instant,
  line,
  listQuery,
  named,
  page,
  readVersion,
  text,
  timestamp,
} from './rules/fields.ts'
import { locationKinds, movement } from './rules/movement.ts'
import { patientId } from './rules/patient-id.ts'

const operation = operationIn('inventory')

// Items

const item = z
  .strictObject({
    id,
    version: z.int(),
    sku: z.string(),
    name: z.string(),
    unit: z.string().describe('Unit of measure, such as tablet, box or ml'),
    gtin: z.string().nullable(),
    lotTracking: z.boolean(),
    expiryTracking: z.boolean(),
    reorderLevel: decimal.nullable(),
    onHand: decimal.describe('Total of all locations'),
    usable: decimal.describe('Stock on hand that has not expired and is not in quarantine'),
    averageCost: decimal
      .nullable()
      .describe(
        'Moving average cost per unit, in the organisation’s currency; null until a cost is recorded',
      ),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Item' })
export type Item = z.output<typeof item>

const sku = text(1, 64)
const name = text(1, 200)
const unit = text(1, 40)
/** GS1 General Specifications, 7.9: 8, 12, 13 or 14 digits, of which the last is a check digit. */
const gtin = text(0, 14).refine(
  (value) => isGtin(value),
  'Not a GTIN: enter 8, 12, 13 or 14 digits with a valid check digit',
)
const quantityOrNone = decimalInput({ sign: 'not negative', digits: 12, decimals: 6 })

const itemParams = z.strictObject({ itemId: id })

export const listItems = operation({
  id: 'inventory.listItems',
  method: 'GET',
  path: '/api/inventory/items',
  summary: 'List inventory items by SKU.',
  allow: roles,
  query: listQuery.extend({
    q: text(1, 200).optional().describe('Parts of the SKU and name, in any order, or the GTIN'),
  }),
  result: page(item),
  mcp: { readOnly: true, destructive: false },
})

export const createItem = operation({
  id: 'inventory.createItem',
  method: 'POST',
  path: '/api/inventory/items',
  summary: 'Create an inventory item.',
  allow: roles,
  body: z.strictObject({
    sku,
    name,
    unit,
    lotTracking: z.boolean().optional().describe('Every movement must name a lot'),
    expiryTracking: z.boolean().optional().describe('Every lot has an expiry date. Turns on lot tracking'),
    gtin: gtin.nullable().optional(),
    reorderLevel: quantityOrNone.nullable().optional(),
  }),
  result: item,
  status: 201,
  errors: ['sku_taken', 'gtin_taken'],
})

export const getItem = operation({
  id: 'inventory.getItem',
  method: 'GET',
  path: '/api/inventory/items/:itemId',
  summary: 'Get an inventory item.',
  allow: roles,
  params: itemParams,
  result: item,
  errors: ['item_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const updateItem = operation({
  id: 'inventory.updateItem',
  method: 'PATCH',
  path: '/api/inventory/items/:itemId',
  summary:
    'Update an inventory item. Tracking can only change before its first movement, and the unit only while none is in stock.',
  allow: roles,
  params: itemParams,
  body: z.strictObject({
    sku: sku.optional(),
    name: name.optional(),
    unit: unit.optional(),
    lotTracking: z.boolean().optional(),
    expiryTracking: z.boolean().optional(),
    gtin: gtin.nullable().optional(),
    reorderLevel: quantityOrNone.nullable().optional(),
    version: readVersion,
  }),
  result: item,
  errors: ['item_not_found', 'stale_version', 'sku_taken', 'gtin_taken', 'item_has_moved', 'item_in_stock'],
})

// Locations

const location = z
  .strictObject({
    id,
    name: z.string(),
    kind: z.enum(locationKinds),
    isDefault: z.boolean().describe('Used if a request names no location'),
    createdAt: timestamp,
  })
  .meta({ id: 'Location' })
export type Location = z.output<typeof location>

export const listLocations = operation({
  id: 'inventory.listLocations',
  method: 'GET',
  path: '/api/inventory/locations',
  summary: 'List stock locations.',
  allow: roles,
  query: listQuery.extend({ kind: z.enum(locationKinds).optional() }),
  result: page(location),
  mcp: { readOnly: true, destructive: false },
})

export const createLocation = operation({
  id: 'inventory.createLocation',
  method: 'POST',
  path: '/api/inventory/locations',
  summary: 'Create a stock location.',
  allow: roles,
  body: z.strictObject({ name: line(1, 100) }),
  result: location,
  status: 201,
  errors: ['location_name_taken'],
})

// The ledger

const level = z
  .strictObject({
    itemId: id,
    sku: z.string(),
    name: z.string(),
    unit: z.string(),
    lotId: id.nullable(),
    lot: z.string().nullable(),
    expiresOn: date.nullable(),
    isQuarantined: z.boolean().describe('Nothing can be taken from a lot in quarantine'),
    locationId: id,
    locationName: z.string(),
    onHand: decimal,
    itemOnHand: decimal.describe('Total of the item in all locations and lots'),
    itemUsable: decimal.describe('The part of `itemOnHand` that has not expired and is not in quarantine'),
    reorderLevel: decimal.nullable(),
    averageCost: decimal.nullable(),
    value: decimal.nullable().describe('`onHand` at the average cost, in the organisation’s currency'),
  })
  .meta({ id: 'Level' })
export type Level = z.output<typeof level>

const affected = { movements: z.array(movement), levels: z.array(level) }

const maxLines = 500
const lines = <Line extends z.ZodType>(line: Line) =>
  z.array(line).min(1, 'Enter at least one line').max(maxLines, `Enter at most ${maxLines} lines`)
const lot = text(1, 100)

export const receiveStock = operation({
  id: 'inventory.receive',
  method: 'POST',
  path: '/api/inventory/receive',
  summary: 'Receive a delivery into stock.',
  allow: roles,
  body: z.strictObject({
    supplier: text(1, 200).describe('Case-insensitive, like the delivery note'),
    deliveryNote: text(1, 100).describe(
      'Unique per supplier, even after a reversal. Sending it twice adds stock once',
    ),
    locationId: id.optional().describe('Where the stock is kept. Defaults to the default location'),
    receivedAt: instant.optional().describe('Defaults to now'),
    lines: lines(
      z.strictObject({
        itemId: id.optional().describe('Identify the item by one of `itemId`, `sku` and `gtin`'),
        sku: sku.optional(),
        gtin: gtin.optional(),
        quantity: quantityInput,
        lot: lot.optional().describe('Case-insensitive, as in all requests'),
        expiresOn: date.optional().describe('The last day of use'),
        acceptExpired: z.boolean().optional().describe('Accept stock that has already expired'),
        unitCost: unitPriceInput.optional(),
        locationId: id.optional(),
      }),
    ),
  }),
  result: z.strictObject({ receiptId: id, ...affected }).meta({ id: 'Receipt' }),
  status: 201,
  otherStatuses: [200],
  errors: [
    'item_not_found',
    'location_not_found',
    'delivery_note_reused',
    'lot_expiry_differs',
    'expired_on_arrival',
  ],
})

/** The reasons for an adjustment, and whether each adds stock, removes it or does either. */
export const adjustmentDirections = {
  damaged: 'removes',
  expired: 'removes',
  lost: 'removes',
  found: 'adds',
  stolen: 'removes',
  consumed: 'removes',
  returned: 'adds',
  recount: 'both',
  correction: 'both',
  other: 'both',
} as const
export type AdjustmentReason = keyof typeof adjustmentDirections
export const adjustmentReasons = Object.keys(adjustmentDirections) as AdjustmentReason[]

export const adjustStock = operation({
  id: 'inventory.adjust',
  method: 'POST',
  path: '/api/inventory/adjust',
  summary: 'Adjust stock by a difference or to a counted quantity.',
  allow: roles,
  body: z.strictObject({
    mode: z
      .enum(['delta', 'count'])
      .describe('`delta` adds the quantity, or removes it if negative. `count` sets the counted total'),
    reason: z.enum(adjustmentReasons),
    note: text(1, 1000).optional(),
    locationId: id.optional(),
    lines: lines(
      z.strictObject({
        itemId: id.optional().describe('Identify the item by `itemId` or `sku`'),
        sku: sku.optional(),
        lot: lot.optional().describe('By default, removals use the stock that expires first'),
        quantity: decimalInput({ sign: 'any', digits: 12, decimals: 6 }),
        expectedOnHand: quantityOrNone
          .optional()
          .describe('Rejected as `stock_moved` if the stock on hand differs'),
        locationId: id.optional(),
      }),
    ),
  }),
  result: z.strictObject({ adjustmentId: id, ...affected }).meta({ id: 'Adjustment' }),
  status: 201,
  errors: [
    'item_not_found',
    'location_not_found',
    'lot_not_found',
    'lot_quarantined',
    'stock_moved',
    'insufficient_stock',
  ],
})

export const transferStock = operation({
  id: 'inventory.transfer',
  method: 'POST',
  path: '/api/inventory/transfer',
  summary: 'Transfer stock from one location to another.',
  allow: roles,
  body: z.strictObject({
    from: id.describe('The id of the location that has the stock'),
    to: id.describe('The id of the location that gets it'),
    note: text(1, 1000).optional(),
    lines: lines(
      z.strictObject({
        itemId: id.optional().describe('Identify the item by `itemId` or `sku`'),
        sku: sku.optional(),
        lot: lot.optional().describe('By default, the stock that expires first, but nothing expired'),
        quantity: quantityInput,
      }),
    ),
  }),
  result: z.strictObject({ transferId: id, ...affected }).meta({ id: 'Transfer' }),
  status: 201,
  errors: ['item_not_found', 'location_not_found', 'lot_not_found', 'lot_quarantined', 'insufficient_stock'],
})

export const reverseMovements = operation({
  id: 'inventory.reverse',
  method: 'POST',
  path: '/api/inventory/movements/:documentId/reverse',
  summary: 'Reverse a whole receipt, adjustment or transfer.',
  allow: roles,
  params: z.strictObject({ documentId: id }),
  body: z.strictObject({ note: text(1, 1000).optional() }),
  result: z.strictObject({ reversalId: id, reverses: id, ...affected }).meta({ id: 'Reversal' }),
  status: 201,
  errors: [
    'document_not_found',
    'already_reversed',
    'not_reversible',
    'lot_quarantined',
    'insufficient_stock',
  ],
})

export const listLevels = operation({
  id: 'inventory.listLevels',
  method: 'GET',
  path: '/api/inventory/levels',
  summary: 'List stock on hand by SKU, lot and location. An item out of stock has one row.',
  allow: roles,
  query: listQuery.extend({
    q: text(1, 200).optional().describe('Parts of the SKU and name, in any order, or the GTIN'),
    itemId: id.optional(),
    locationId: id.optional(),
    below: z
      .enum(['reorder'])
      .optional()
      .describe('Return only items whose usable stock is below their reorder level'),
    expiringBefore: date.optional().describe('Return only lots on hand that expire before this date'),
    asOf: instant
      .optional()
      .describe('Return the stock at this time, from all movements up to it. Excludes `below`'),
  }),
  result: page(level),
  mcp: { readOnly: true, destructive: false },
})

const valued = z.strictObject({
  itemId: id,
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
})

export const listValuation = operation({
  id: 'inventory.listValuation',
  method: 'GET',
  path: '/api/inventory/valuation',
  summary: 'List the value of the stock by item, now or at an earlier time.',
  allow: roles,
  query: listQuery.extend({ asOf: instant.optional().describe('Defaults to now') }),
  result: z.strictObject({
    data: z.array(
      valued.extend({
        onHand: decimal,
        averageCost: decimal.nullable().describe('Null if not known. Such stock has no value'),
        value: decimal.nullable(),
      }),
    ),
    nextCursor: z.string().nullable(),
    total: z.strictObject({ value: decimal, currency: z.string() }).describe('Of all items'),
  }),
  mcp: { readOnly: true, destructive: false },
})

export const listStockUsed = operation({
  id: 'inventory.listStockUsed',
  method: 'GET',
  path: '/api/inventory/stock-used',
  summary:
    'List the stock that was sold or consumed in a period and its cost, by item, less what was put back.',
  allow: roles,
  query: listQuery.extend({
    from: date.describe('The first day, in the organisation’s time zone'),
    to: date.describe('The last day'),
  }),
  result: z.strictObject({
    data: z.array(
      valued.extend({
        quantity: decimal.describe('Negative if more was put back than used'),
        cost: decimal.nullable().describe('Each movement at the average cost of its time'),
      }),
    ),
    nextCursor: z.string().nullable(),
    total: z.strictObject({ cost: decimal, currency: z.string() }).describe('Of all items'),
  }),
  mcp: { readOnly: true, destructive: false },
})

/** Why stock moves: the reasons for adjustments, and those of other documents. */
export const movementReasons = ['received', 'sold', 'transferred', 'reversed', ...adjustmentReasons] as const

export const listMovements = operation({
  id: 'inventory.listMovements',
  method: 'GET',
  path: '/api/inventory/movements',
  summary: 'List stock movements, newest first.',
  allow: roles,
  query: listQuery.extend({
    itemId: id.optional(),
    lot: lot.optional(),
    documentId: id.optional(),
    reason: z.enum(movementReasons).optional(),
    patientId: patientId
      .optional()
      .describe(
        'Return only what was sold to this patient or put back. Merged records count as their survivor. Needs access to patients',
      ),
    from: date.optional().describe('Moved on or after this date, in the organisation’s time zone'),
    to: date.optional().describe('Moved on or before this date'),
  }),
  result: page(movement),
  mcp: { readOnly: true, destructive: false },
})

// Lots

const lotRecord = z
  .strictObject({
    id,
    itemId: id,
    sku: z.string(),
    itemName: z.string(),
    unit: z.string(),
    lot: z.string().describe('The name of the lot'),
    expiresOn: date.nullable(),
    onHand: decimal.describe('Total of all locations'),
    quarantine: z.strictObject({ reason: z.string(), at: timestamp, by: named }).nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Lot' })
export type Lot = z.output<typeof lotRecord>

const lotParams = z.strictObject({ lotId: id })
/** A recall lists patients. */
const recallAccess = { inventory: 'view', patients: 'view' } as const

export const listLots = operation({
  id: 'inventory.listLots',
  method: 'GET',
  path: '/api/inventory/lots',
  summary: 'List lots, newest first, including those out of stock.',
  allow: roles,
  query: listQuery.extend({ itemId: id.optional(), lot: lot.optional() }),
  result: page(lotRecord),
  mcp: { readOnly: true, destructive: false },
})

const recipient = z
  .strictObject({
    patient: z.strictObject({
      id: patientId,
      givenName: z.string().nullable(),
      familyName: z.string().nullable(),
      birthDate: date.nullable(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      address,
    }),
    quantity: decimal.describe('What the patient has: sold, less what was put back into stock'),
    invoices: z.array(z.strictObject({ id, number: z.string(), issueDate: date, quantity: decimal })),
  })
  .meta({ id: 'Recipient' })
export type Recipient = z.output<typeof recipient>

export const recallLot = operation({
  id: 'inventory.recallLot',
  method: 'GET',
  path: '/api/inventory/lots/:lotId/recall',
  summary: 'Get where a lot went: the patients who received it, what remains, and what was consumed or lost.',
  allow: roles,
  access: recallAccess,
  params: lotParams,
  query: listQuery,
  result: z.strictObject({
    lot: lotRecord,
    received: decimal,
    sold: decimal.describe('To patients, less what was put back'),
    adjusted: z
      .array(z.strictObject({ reason: z.string(), quantity: decimal.describe('Negative if removed') }))
      .describe('What was consumed, lost, found or corrected, without what was reversed'),
    remaining: z.array(z.strictObject({ locationId: id, locationName: z.string(), onHand: decimal })),
    data: z.array(recipient),
    nextCursor: z.string().nullable(),
  }),
  errors: ['lot_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const exportRecall = operation({
  id: 'inventory.exportRecall',
  method: 'GET',
  path: '/api/inventory/lots/:lotId/recall/export',
  summary: 'Export the patients who received a lot as CSV, one line per invoice.',
  allow: roles,
  access: recallAccess,
  params: lotParams,
  result: { media: ['text/csv'], showsPatients: true },
  errors: ['lot_not_found'],
})

export const quarantineLot = operation({
  id: 'inventory.quarantineLot',
  method: 'POST',
  path: '/api/inventory/lots/:lotId/quarantine',
  summary: 'Quarantine a lot. Nothing can be taken from it until it is released.',
  allow: roles,
  params: lotParams,
  body: z.strictObject({ reason: text(1, 1000) }),
  result: lotRecord,
  errors: ['lot_not_found', 'lot_quarantined'],
})

export const releaseLot = operation({
  id: 'inventory.releaseLot',
  method: 'POST',
  path: '/api/inventory/lots/:lotId/release',
  summary: 'Release a lot from quarantine.',
  allow: roles,
  params: lotParams,
  result: lotRecord,
  errors: ['lot_not_found', 'lot_not_quarantined'],
})

function isGtin(value: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(value)) return false
  const sum = [...value]
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
