import type { ApiKey } from '#contract'

type Compare = (one: ApiKey, other: ApiKey) => number

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The orders that a list of keys can be put in, the server's own first. */
export const orders = {
  newest: { label: 'Newest first', compare: undefined },
  name: { label: 'By name', compare: (one, other) => collator.compare(one.name, other.name) },
  used: {
    label: 'Last used first',
    compare: (one, other) => (other.lastUsedAt ?? '').localeCompare(one.lastUsedAt ?? ''),
  },
} as const satisfies Record<string, { label: string; compare: Compare | undefined }>

export type Order = keyof typeof orders

/** Of keys with the same rank, the server's order stays. */
export function inOrder(keys: ApiKey[], order: Order): ApiKey[] {
  const { compare } = orders[order]
  return compare ? keys.toSorted(compare) : keys
}
