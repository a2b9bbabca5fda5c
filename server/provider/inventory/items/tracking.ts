import { invalidField } from '#platform'

interface Tracking {
  lotTracking: boolean
  expiryTracking: boolean
}

/** How an item is tracked after what was said about it: tracking expiry dates implies tracking lots. */
export function tracking(
  before: Tracking,
  said: { [Field in keyof Tracking]?: boolean | undefined },
): Tracking {
  const expiryTracking = said.expiryTracking ?? before.expiryTracking
  const lotTracking = said.lotTracking ?? (said.expiryTracking || before.lotTracking)
  if (expiryTracking && !lotTracking)
    throw invalidField('lotTracking', 'An expiry date belongs to a lot: lots are tracked where expiry is')
  return { lotTracking, expiryTracking }
}
