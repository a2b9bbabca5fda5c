import { own, setOwn } from '#rules/own'

/** The content of the code on a pack. */
export interface Scan {
  gtin: string
  lot?: string
  expiresOn?: string
}

/** Ends a value of variable length if another one follows. */
const separator = '\u001d'

/** Application identifiers with a value of fixed length, and that length. */
const fixed: Record<string, number> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '13': 6,
  '15': 6,
  '17': 6,
  '20': 2,
}
/** Identifiers whose values have no fixed length, as far as medicines use them: lot, serial number and national numbers. */
const open = /^(10|21|71\d)/

/**
 * Reads the element string of a GS1 DataMatrix, QR or 128 symbol, as scanners type it (GS1 General Specifications,
 * 7.8): GTIN, lot and expiry date, whose day 00 is the last of its month. Null for any other text, and if lost
 * separators make it ambiguous.
 */
export function readGs1(text: string): Scan | null {
  let left = text.trim().replace(/^\](d2|C1|Q3|e0)/, '')
  const values: Record<string, string> = {}
  while (left) {
    left = left.startsWith(separator) ? left.slice(1) : left
    const known = own(fixed, left.slice(0, 2))
    const identifier = known ? left.slice(0, 2) : open.exec(left)?.[0]
    if (!identifier) return null
    const rest = left.slice(identifier.length)
    const end = known ?? (rest.includes(separator) ? rest.indexOf(separator) : rest.length)
    const value = rest.slice(0, end)
    if (known ? !new RegExp(`^\\d{${known}}$`).test(value) : value.length === 0 || value.length > 20)
      return null
    setOwn(values, identifier, value)
    left = rest.slice(end)
  }
  const { '01': gtin, '10': lot, '17': expiry } = values
  if (!gtin) return null
  const expiresOn = expiry && dateOf(expiry)
  return { gtin, ...(lot && { lot }), ...(expiresOn && { expiresOn }) }
}

/** `270300` is the last day of March 2027. */
function dateOf(yymmdd: string): string | undefined {
  const [year, month, day] = [
    Number(`20${yymmdd.slice(0, 2)}`),
    Number(yymmdd.slice(2, 4)),
    Number(yymmdd.slice(4)),
  ]
  if (month < 1 || month > 12) return undefined
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (day > last) return undefined
  return [year, ...[month, day || last].map((part) => String(part).padStart(2, '0'))].join('-')
}
