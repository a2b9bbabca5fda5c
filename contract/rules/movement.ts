import { z } from 'zod'
import { decimal } from './decimals.ts'
import { id, named, timestamp } from './fields.ts'

/** Where stock is kept, and the four ledger accounts that it comes from or goes to. */
export const locationKinds = ['stock', 'supplier', 'consumption', 'loss', 'variance'] as const

const movementSide = z
  .strictObject({ id, name: z.string(), kind: z.enum(locationKinds) })
  .meta({ id: 'MovementSide' })

export const movement = z
  .strictObject({
    id,
    documentId: id.describe(
      'The receipt, adjustment, transfer, invoice, credit note or reversal that recorded it',
    ),
    itemId: id,
    sku: z.string(),
    lotId: id.nullable(),
    lot: z.string().nullable(),
    quantity: decimal.describe('Always positive, moved from one location to another'),
    from: movementSide,
    to: movementSide,
    reason: z.string().describe('`received`, `sold`, `transferred`, `reversed` or the adjustment’s reason'),
    unitCost: decimal
      .nullable()
      .describe('As received; of stock that leaves, its average cost at that time. Null if not known'),
    occurredAt: timestamp,
    recordedBy: named,
    reverses: id.nullable().describe('The movement that this one reverses'),
    invoiceId: id.nullable().describe('The invoice that took the stock or, credited or void, put it back'),
  })
  .meta({ id: 'Movement' })
export type Movement = z.output<typeof movement>
