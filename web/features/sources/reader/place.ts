/** A place in a text, written `1200-1234` in an address, in UTF-16 units. */
interface Place {
  start: number
  end: number
}

/** Parses a place, or returns null if it is invalid. */
export function placeIn(at: unknown): Place | null {
  const [, start, end] = /^(\d{1,9})-(\d{1,9})$/.exec(String(at)) ?? []
  return start !== undefined && Number(start) < Number(end)
    ? { start: Number(start), end: Number(end) }
    : null
}

/** Validates the reader's query: the marked place and the open dialog. */
export function readerSearch({ at, dialog }: Record<string, unknown>): { at?: string; dialog?: string } {
  return { ...(placeIn(at) && { at: String(at) }), ...(typeof dialog === 'string' && { dialog }) }
}
