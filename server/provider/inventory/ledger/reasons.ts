import type { AdjustmentReason } from '#contract'
import { sides } from './places.ts'

/** What each reason can do to stock, and the side of the books where what is added comes from or removed goes to. */
const reasons: Record<AdjustmentReason, { direction: 'adds' | 'removes' | 'both'; side: string }> = {
  damaged: { direction: 'removes', side: sides.loss },
  expired: { direction: 'removes', side: sides.loss },
  lost: { direction: 'removes', side: sides.loss },
  stolen: { direction: 'removes', side: sides.loss },
  consumed: { direction: 'removes', side: sides.consumption },
  returned: { direction: 'adds', side: sides.consumption },
  found: { direction: 'adds', side: sides.variance },
  recount: { direction: 'both', side: sides.variance },
  correction: { direction: 'both', side: sides.variance },
  other: { direction: 'both', side: sides.variance },
}

export const directionOf = (reason: AdjustmentReason) => reasons[reason].direction
export const sideOf = (reason: AdjustmentReason): string => reasons[reason].side
