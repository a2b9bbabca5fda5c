import { invalidField } from '#platform'
import type { Item } from './item-rows.ts'

type Tracking = Pick<Item, 'lotTracking' | 'expiryTracking'>

/** Returns how an item is tracked after a change. Tracking expiry implies tracking lots. */
export function tracking(
  before: Tracking,
  changes: { [Field in keyof Tracking]?: boolean | undefined },
): Tracking {
  const expiryTracking = changes.expiryTracking ?? before.expiryTracking
  const lotTracking = changes.lotTracking ?? (changes.expiryTracking || before.lotTracking)
  if (expiryTracking && !lotTracking)
    throw invalidField('lotTracking', 'Expiry tracking requires lot tracking')
  return { lotTracking, expiryTracking }
}
