import { type AdjustmentReason, adjustmentReasons, type Movement } from '#contract'

export const isAdjustment = (reason: string): reason is AdjustmentReason =>
  (adjustmentReasons as readonly string[]).includes(reason)

/** `Damaged` for `damaged`. */
export const reasonName = (reason: string): string =>
  // "Reversed" is the state of the movements that a reversal reverses.
  reason === 'reversed' ? 'Reversal' : reason.charAt(0).toUpperCase() + reason.slice(1)

const kinds = { supplier: 'Supplier', consumption: 'Used', loss: 'Lost', variance: 'Count difference' }

/** The name of the place that stock moved from or to. */
export const placeName = ({ name, kind }: Movement['from']): string => (kind === 'stock' ? name : kinds[kind])
