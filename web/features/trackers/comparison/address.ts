import { getTrends, type Input } from '#contract'

export type By = NonNullable<Input<typeof getTrends>['by']>

export const ranges = ['7', '30', '90', 'all'] as const
export type Range = (typeof ranges)[number]

/** The address of a comparison. */
export interface Comparison {
  by?: By
  /** How many days the comparison covers. */
  range?: Range
  /** Ids separated by commas. */
  trackers?: string
}

/** Reads an address, without invalid values. */
export function comparisonIn({ by, range, trackers }: Record<string, unknown>): Comparison {
  const { shape } = getTrends.query
  return {
    ...(shape.by.safeParse(by).success && by !== undefined && { by: by as By }),
    ...(ranges.some((one) => one === range) && { range: range as Range }),
    ...(trackers !== undefined &&
      shape.trackers.safeParse(trackers).success && { trackers: String(trackers) }),
  }
}

/** Returns the days of a range that ends on a day, both inclusive. */
export const firstDayOf = (range: Range, today: string): string | undefined =>
  range === 'all'
    ? undefined
    : new Date(Date.parse(today) - (Number(range) - 1) * 86_400_000).toISOString().slice(0, 10)
