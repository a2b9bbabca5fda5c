/** Drops U+0000 and replaces lone surrogates by U+FFFD, so that PostgreSQL and JSON can store the text. */
export function clean(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole
}

/** Returns the first place from `from` that is not white space, or `to`. */
export const skipWhite = (text: string, from: number, to: number): number =>
  to - text.slice(from, to).trimStart().length

/** Returns the end of what is not white space before `to`, or `from`. */
export const trimWhite = (text: string, from: number, to: number): number =>
  from + text.slice(from, to).trimEnd().length

/** Reads the first bytes of a file as Latin-1, one character per byte. */
export const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', from, to)
