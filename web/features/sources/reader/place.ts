/** A place in a text, as an address says it: `1200-1234`, in UTF-16 units. */
export interface Place {
  start: number
  end: number
}

/** Reads the place of an address; what is none is left out. */
export function placeIn(at: unknown): Place | null {
  const [, start, end] = /^(\d{1,9})-(\d{1,9})$/.exec(String(at)) ?? []
  return start !== undefined && Number(start) < Number(end)
    ? { start: Number(start), end: Number(end) }
    : null
}

/** What the address of a reader says: which place is marked, and which dialog is open. */
export function readerSearch({ at, dialog }: Record<string, unknown>): { at?: string; dialog?: string } {
  return { ...(placeIn(at) && { at: String(at) }), ...(typeof dialog === 'string' && { dialog }) }
}
