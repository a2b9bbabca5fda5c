import { readXml } from './xml.ts'

/** Returns a number as the style of its cell displays it. */
export type Display = (value: number, style: number) => string

/** Excel shows these dates as the reader's system does, so they are written unambiguously. */
const systemDates = new Map([
  [14, 'yyyy-mm-dd'],
  [22, 'yyyy-mm-dd hh:mm'],
])
const systemDate = /^\[\$-(?:x-sysdate|F800)\]/i
/** Longer codes are damaged. */
const longestCode = 255
/** Days between the two beginnings of time (ECMA-376 part 1, 18.17.4.1). */
const until1904 = 1_462
/** A number has so many digits. */
const digits = 15

/** Reads how the styles of a workbook display numbers. */
export async function readStyles(part: Uint8Array | null, since1904: boolean): Promise<Display> {
  const { format, getFormatFromId, isDateFormat } = await import('numfmt')
  const own = new Map<number, string>()
  const ids: number[] = []
  if (part) readCodes(part, own, ids)
  const codes = new Map<number, { code: string; isDate: boolean }>()

  const codeOf = (style: number) => {
    const known = codes.get(style)
    if (known) return known
    const id = ids[style] ?? 0
    const written = own.get(id) ?? systemDates.get(id) ?? getFormatFromId(id) ?? ''
    const code = systemDate.test(written) ? 'yyyy-mm-dd' : written
    const usable = { code, isDate: isDateFormat(code) }
    codes.set(style, usable)
    return usable
  }
  return (value, style) => {
    const plain = String(Number(value.toPrecision(digits)))
    const { code, isDate } = codeOf(style)
    if (code === '' || code.length > longestCode || /^general$/i.test(code)) return plain
    try {
      return format(code, since1904 && isDate ? value + until1904 : value)
    } catch {
      return plain
    }
  }
}

/** @param own the codes of the workbook by their ids @param ids the id that each style of a cell uses */
function readCodes(part: Uint8Array, own: Map<number, string>, ids: number[]): void {
  let isOfCells = false
  readXml(part, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'cellXfs') isOfCells = true
      if (name === 'numFmt') own.set(Number(numFmtId), formatCode)
      if (name === 'xf' && isOfCells) ids.push(Number(numFmtId))
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
}
