import { invalidField } from '#platform'

interface Tracking {
  lotTracking: boolean
  expiryTracking: boolean
}

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
