import { type AdjustmentReason, adjustmentReasons, type Movement } from '#contract'

/** The reasons of adjustments, as one says them. */
export const reasonNames: Record<AdjustmentReason, string> = {
  damaged: 'Damaged',
  expired: 'Expired',
  lost: 'Lost',
  found: 'Found',
  stolen: 'Stolen',
  consumed: 'Consumed',
  returned: 'Returned',
  recount: 'Recount',
  correction: 'Correction',
  other: 'Other',
}

const others: Record<string, string> = { received: 'Received', sold: 'Sold', reversed: 'Reversed' }

export const isAdjustment = (reason: string): reason is AdjustmentReason =>
  (adjustmentReasons as readonly string[]).includes(reason)

export const reasonName = (reason: string): string =>
  isAdjustment(reason) ? reasonNames[reason] : (others[reason] ?? reason)

const sides = { supplier: 'Supplier', consumption: 'Used', loss: 'Lost', variance: 'Count difference' }

/** Where something came from or went to, as one says it. */
export const placeName = ({ name, kind }: Movement['from']): string => (kind === 'stock' ? name : sides[kind])
