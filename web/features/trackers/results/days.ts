import { getTrackerResults } from '#contract'

/** The selected days, UTC and inclusive; all days by default. */
export interface Days {
  from?: string
  to?: string
}

/** What mentions can be narrowed to besides days, as bars of a comparison are. */
export const narrowingKeys = ['speaker', 'tag', 'author', 'kind', 'sentiment'] as const
export type NarrowingKey = (typeof narrowingKeys)[number]

/** The address of a tracker's results. */
export interface Narrowing extends Days, Partial<Record<NarrowingKey, string>> {
  /** Only mentions without a speaker, tag, author or sentiment. */
  without?: NarrowingKey
  dismissed?: 'true'
}

/** Reads an address, without invalid values. */
export function narrowingIn(search: Record<string, unknown>): Narrowing {
  const { shape } = getTrackerResults.query
  const known = (['from', 'to', 'dismissed', ...narrowingKeys] as const).filter(
    (name) => search[name] && shape[name].safeParse(search[name]).success,
  )
  return {
    ...Object.fromEntries(known.map((name) => [name, search[name]])),
    ...(isKey(search.without) && { without: search.without }),
  }
}

const isKey = (value: unknown): value is NarrowingKey => narrowingKeys.some((key) => key === value)
