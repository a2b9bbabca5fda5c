/** Part of a file: its first and its last byte, counted from 0. */
export interface PartOfFile {
  start: number
  end: number
}

/**
 * Returns the part that a Range header requests of a file with so many bytes (RFC 9110, 14.2). Null for the whole file:
 * also for several ranges, and for one that is not satisfiable, which a server may ignore.
 */
export function partOf(header: string | undefined, bytes: number): PartOfFile | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(bytes - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return start <= end ? { start, end } : null
}
