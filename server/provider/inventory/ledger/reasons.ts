import type { AdjustmentReason } from '#contract'
import { sides } from './places.ts'

/** The side of the books that what is added comes from, or what is removed goes to. */
export const sideOf: Record<AdjustmentReason, string> = {
  damaged: sides.loss,
  expired: sides.loss,
  lost: sides.loss,
  stolen: sides.loss,
  consumed: sides.consumption,
  returned: sides.consumption,
  found: sides.variance,
  recount: sides.variance,
  correction: sides.variance,
  other: sides.variance,
}
