import type { Citation } from '#contract'

/** Where the reader shows what is cited. */
export const placeOf = ({ sourceId, start, end }: Omit<Citation, 'quote'>) =>
  ({ to: '/sources/$sourceId', params: { sourceId }, search: { at: `${start}-${end}` } }) as const
