import type { Input, Operation } from '#contract'
import { own } from '#rules/own'

/** The filters of a list: its query without paging. */
export type FiltersOf<O extends Operation> = Partial<Omit<Input<O>, 'limit' | 'cursor'>>

/** The parts of a list's address that are not filters. */
export interface Place {
  /** The number of pages shown. */
  pages?: string
  /** The open dialog. */
  dialog?: string
}

/** Reads the filters of a list from its address, leaving out what the contract would refuse. */
export function filtersIn<O extends Operation>(search: Record<string, unknown>, operation: O): FiltersOf<O> {
  const { limit: _limit, cursor: _cursor, ...filters } = operation.query.shape
  const known = Object.entries(filters).flatMap(([name, schema]) => {
    const given = own(search, name)
    return given !== undefined && schema.safeParse(given).success ? [[name, given]] : []
  })
  return Object.fromEntries(known)
}

/** Reads from the address how many pages of a list are shown. @param name of the parameter */
export function shownPages(search: Record<string, unknown>, name: string): number {
  const given = String(own(search, name))
  return /^[1-9]\d{0,2}$/.test(given) ? Number(given) : 1
}
