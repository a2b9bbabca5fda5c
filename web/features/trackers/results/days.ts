import { getTrackerResults } from '#contract'

/** The selected days, UTC and inclusive; all days by default. */
export interface Days {
  from?: string
  to?: string
}

/** Reads the days of an address, without invalid ones. */
export function daysIn({ from, to }: Record<string, unknown>): Days {
  const { shape } = getTrackerResults.query
  return {
    ...(typeof from === 'string' && shape.from.safeParse(from).success && { from }),
    ...(typeof to === 'string' && shape.to.safeParse(to).success && { to }),
  }
}
