import { z } from 'zod'
import { decimal, decimalInput, quantityInput, unitPriceInput } from './decimals.ts'
import { date, id, instant, listQuery, page, text, timestamp } from './fields.ts'
import { operation } from './operation.ts'

const everyone = ['owner', 'admin', 'member'] as const

// Items

const item = z
  .strictObject({
    id,
    version: z.number().int(),
    sku: z.string(),
    name: z.string(),
    unit: z.string().describe('What is counted: tablet, box, ml'),
    gtin: z.string().nullable(),
    lotTracking: z.boolean(),
    expiryTracking: z.boolean(),
    reorderLevel: decimal.nullable(),
    onHand: decimal.describe('In all locations together'),
    averageCost: decimal
      .nullable()
      .describe(
        'Of one unit, in the organisation’s currency, by moving average; null before a cost was said',
      ),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Item' })
export type Item = z.output<typeof item>

const sku = text(1, 64)
const name = text(1, 200)
const unit = text(1, 40)
/** GS1 General Specifications, 7.9: 8, 12, 13 or 14 digits, the last of which checks the others. */
const gtin = text(0, 14).refine(
  (value) => isGtin(value),
  'Not a GTIN: 8, 12, 13 or 14 digits with a right check digit',
)
const quantityOrNone = decimalInput({ sign: 'not negative', digits: 12, decimals: 6 })

const itemParams = z.strictObject({ itemId: id })

export const listItems = operation({
  id: 'inventory.listItems',
  method: 'GET',
  path: '/api/inventory/items',
  summary: 'List the items that can be stocked, by SKU.',
  allow: everyone,
  query: listQuery.extend({
    q: text(1, 200).optional().describe('Part of the SKU or the name, or the GTIN'),
  }),
  result: page(item),
  mcp: { readOnly: true, destructive: false },
})

export const createItem = operation({
  id: 'inventory.createItem',
  method: 'POST',
  path: '/api/inventory/items',
  summary: 'Make an item that can be stocked.',
  allow: everyone,
  body: z.strictObject({
    sku,
    name,
    unit,
    lotTracking: z.boolean().optional().describe('Every movement names its lot'),
    expiryTracking: z.boolean().optional().describe('Every lot has an expiry date; implies lot tracking'),
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
  summary: 'Give one item.',
  allow: everyone,
  params: itemParams,
  result: item,
  errors: ['item_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const updateItem = operation({
  id: 'inventory.updateItem',
  method: 'PATCH',
  path: '/api/inventory/items/:itemId',
  summary: 'Change an item; how it is tracked only while nothing has moved.',
  allow: everyone,
  params: itemParams,
  body: z.strictObject({
    sku: sku.optional(),
    name: name.optional(),
    unit: unit.optional(),
    lotTracking: z.boolean().optional(),
    expiryTracking: z.boolean().optional(),
    gtin: gtin.nullable().optional(),
    reorderLevel: quantityOrNone.nullable().optional(),
    version: z.number().int().optional().describe('What was read; refused as stale_version when it moved'),
  }),
  result: item,
  errors: ['item_not_found', 'stale_version', 'sku_taken', 'gtin_taken', 'item_has_moved'],
})

// Locations

/** Where stock can be, and the four sides of the books that it comes from or goes to. */
export const locationKinds = ['stock', 'supplier', 'consumption', 'loss', 'variance'] as const

const location = z
  .strictObject({
    id,
    name: z.string(),
    kind: z.enum(locationKinds),
    isDefault: z.boolean().describe('Where stock goes when nothing is said'),
    createdAt: timestamp,
  })
  .meta({ id: 'Location' })
export type Location = z.output<typeof location>

export const listLocations = operation({
  id: 'inventory.listLocations',
  method: 'GET',
  path: '/api/inventory/locations',
  summary: 'List the locations.',
  allow: everyone,
  query: listQuery.extend({ kind: z.enum(locationKinds).optional() }),
  result: page(location),
  mcp: { readOnly: true, destructive: false },
})

export const createLocation = operation({
  id: 'inventory.createLocation',
  method: 'POST',
  path: '/api/inventory/locations',
  summary: 'Make a place where stock is kept.',
  allow: everyone,
  body: z.strictObject({ name: text(1, 100) }),
  result: location,
  status: 201,
  errors: ['location_name_taken'],
})

// The ledger

const place = z.strictObject({ id, name: z.string(), kind: z.enum(locationKinds) })

export const movement = z
  .strictObject({
    id,
    documentId: id.describe('The receipt, adjustment, invoice, credit note or reversal that it belongs to'),
    itemId: id,
    sku: z.string(),
    lot: z.string().nullable(),
    quantity: decimal.describe('More than zero, taken from one location to another'),
    from: place,
    to: place,
    reason: z.string().describe('`received`, `sold`, `reversed`, or the reason of the adjustment'),
    unitCost: decimal.nullable(),
    occurredAt: timestamp,
    recordedBy: z.strictObject({ id, name: z.string() }),
    reverses: id.nullable().describe('The movement that this one takes back'),
  })
  .meta({ id: 'Movement' })
export type Movement = z.output<typeof movement>

const level = z
  .strictObject({
    itemId: id,
    sku: z.string(),
    name: z.string(),
    unit: z.string(),
    lot: z.string().nullable(),
    expiresOn: date.nullable(),
    locationId: id,
    locationName: z.string(),
    onHand: decimal,
    itemOnHand: decimal.describe('Of the item in all locations and lots'),
    reorderLevel: decimal.nullable(),
    averageCost: decimal.nullable(),
  })
  .meta({ id: 'Level' })
export type Level = z.output<typeof level>

const affected = { movements: z.array(movement), levels: z.array(level) }

const mostLines = 500
const lines = <Line extends z.ZodType>(line: Line) =>
  z.array(line).min(1, 'Enter at least one line').max(mostLines, `At most ${mostLines} lines`)
const lot = text(1, 100)

export const receiveStock = operation({
  id: 'inventory.receive',
  method: 'POST',
  path: '/api/inventory/receive',
  summary: 'Record a delivery and add it to stock.',
  allow: everyone,
  body: z.strictObject({
    supplier: text(1, 200).describe('Compared without regard to case, like the delivery note'),
    deliveryNote: text(1, 100).describe(
      'Unique per supplier, also of a receipt that was taken back; sent twice, it adds stock once',
    ),
    locationId: id.optional().describe('Where it is put; otherwise the default location'),
    receivedAt: instant.optional().describe('Otherwise now'),
    lines: lines(
      z.strictObject({
        itemId: id.optional().describe('One of itemId, sku and gtin names the item'),
        sku: sku.optional(),
        gtin: gtin.optional(),
        quantity: quantityInput,
        lot: lot.optional(),
        expiresOn: date.optional().describe('The last day on which it may be used'),
        acceptExpired: z.boolean().optional().describe('Take it although it has expired'),
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

/** Why stock is adjusted, and which way that goes: what is damaged is never more than before. */
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
  summary: 'Add to stock, remove from it, or say what was counted.',
  allow: everyone,
  body: z.strictObject({
    mode: z
      .enum(['delta', 'count'])
      .describe(
        '`delta`: the quantity is added, or removed where negative; `count`: it is there, all lines together',
      ),
    reason: z.enum(adjustmentReasons),
    note: text(1, 1000).optional(),
    locationId: id.optional(),
    lines: lines(
      z.strictObject({
        itemId: id.optional().describe('One of itemId and sku names the item'),
        sku: sku.optional(),
        lot: lot.optional().describe('Without it, what is removed is taken first expired first'),
        quantity: decimalInput({ sign: 'any', digits: 12, decimals: 6 }),
        expectedOnHand: quantityOrNone
          .optional()
          .describe('Refused as stock_moved where this is not there any more'),
        locationId: id.optional(),
      }),
    ),
  }),
  result: z.strictObject({ adjustmentId: id, ...affected }).meta({ id: 'Adjustment' }),
  status: 201,
  errors: ['item_not_found', 'location_not_found', 'lot_not_found', 'stock_moved', 'insufficient_stock'],
})

export const reverseMovements = operation({
  id: 'inventory.reverse',
  method: 'POST',
  path: '/api/inventory/movements/:documentId/reverse',
  summary: 'Take back a receipt or an adjustment, whole and once.',
  allow: everyone,
  params: z.strictObject({ documentId: id }),
  body: z.strictObject({ note: text(1, 1000).optional() }),
  result: z.strictObject({ reversalId: id, reverses: id, ...affected }).meta({ id: 'Reversal' }),
  status: 201,
  errors: ['document_not_found', 'already_reversed', 'not_reversible', 'insufficient_stock'],
})

export const listLevels = operation({
  id: 'inventory.listLevels',
  method: 'GET',
  path: '/api/inventory/levels',
  summary: 'List what is on hand, by SKU, lot and location; an item that is used up has one row.',
  allow: everyone,
  query: listQuery.extend({
    q: text(1, 200).optional().describe('Part of the SKU or the name, or the GTIN'),
    itemId: id.optional(),
    locationId: id.optional(),
    below: z.enum(['reorder']).optional().describe('Only items below their reorder level'),
    expiringBefore: date.optional().describe('Only lots on hand that expire before'),
  }),
  result: page(level),
  mcp: { readOnly: true, destructive: false },
})

export const listMovements = operation({
  id: 'inventory.listMovements',
  method: 'GET',
  path: '/api/inventory/movements',
  summary: 'List the ledger’s movements, newest first.',
  allow: everyone,
  query: listQuery.extend({ itemId: id.optional(), lot: lot.optional(), documentId: id.optional() }),
  result: page(movement),
  mcp: { readOnly: true, destructive: false },
})

function isGtin(value: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(value)) return false
  const sum = [...value]
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
