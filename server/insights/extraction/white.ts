/** Whether a UTF-16 unit is white space, exactly as `\s` has it. */
export function isWhite(unit: number): boolean {
  if (unit < 0x80) return unit === 32 || (unit >= 9 && unit <= 13)
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  )
}

/** The first place from `from` that is not white, or `to`. */
export function skipWhite(text: string, from: number, to: number): number {
  let at = from
  while (at < to && isWhite(text.charCodeAt(at))) at++
  return at
}

/** The end of what is not white before `to`, or `from`. */
export function trimWhite(text: string, from: number, to: number): number {
  let at = to
  while (at > from && isWhite(text.charCodeAt(at - 1))) at--
  return at
}
