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

/** Reads the address of a list, leaving out what the contract would refuse. */
export function searchOf<O extends Operation>(operation: O) {
  return (search: Record<string, unknown>): FiltersOf<O> & Place => ({
    ...placeOf(search),
    ...filtersIn(search, operation),
  })
}

export function filtersIn<O extends Operation>(search: Record<string, unknown>, operation: O): FiltersOf<O> {
  const { limit: _limit, cursor: _cursor, ...filters } = operation.query.shape
  const known = Object.entries(filters).flatMap(([name, schema]) => {
    const given = own(search, name)
    return given !== undefined && schema.safeParse(given).success ? [[name, given]] : []
  })
  return Object.fromEntries(known)
}

/** Reads the open dialog and the number of pages from the address. */
export function placeOf({ pages, dialog }: Record<string, unknown>): Place {
  return {
    ...(/^[1-9]\d{0,2}$/.test(String(pages)) && { pages: String(pages) }),
    ...(typeof dialog === 'string' && { dialog }),
  }
}
