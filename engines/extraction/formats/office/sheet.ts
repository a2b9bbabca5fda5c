import type { Cell } from '../row.ts'
import { RichText, unescaped } from './shared-strings.ts'
import type { SheetRows } from './sheet-rows.ts'
import type { Display } from './styles.ts'
import { readXml } from './xml.ts'

/** What the sheets of a workbook share. */
interface Shared {
  strings: string[]
  display: Display
  rows: SheetRows
}

/** Reads the rows of a sheet, values as displayed; of formulas, the last result. */
export function readSheet(
  part: Buffer,
  { strings, display, rows }: Shared,
  add: (row: Cell[]) => void,
): void {
  const reaches = mergedRows(part)
  const inline = new RichText()
  let cell = { column: 0, type: 'n', style: 0 }
  let value = ''
  let isValue = false

  const written = (): string => {
    if (cell.type === 's') return strings[Number(value)] ?? ''
    if (cell.type === 'inlineStr') return inline.take()
    if (cell.type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (cell.type !== 'n') return unescaped(value)
    const number = Number(value)
    return value === '' || !Number.isFinite(number) ? value : display(number, cell.style)
  }

  rows.startSheet()
  readXml(part, {
    open(name, { r = '', t = 'n', s = '0' }) {
      inline.open(name)
      if (name === 'row') rows.startRow(Number(r) || undefined)
      else if (name === 'c') {
        cell = { column: columnOf(r) ?? rows.nextColumn, type: t, style: Number(s) }
        value = ''
      } else if (name === 'v') isValue = true
    },
    text(text) {
      inline.add(text)
      if (isValue) value += text
    },
    close(name) {
      inline.close(name)
      if (name === 'v') isValue = false
      else if (name === 'c') {
        const shown = value === '' && cell.type !== 'inlineStr' ? '' : written()
        rows.add(shown, { column: cell.column, rows: reaches.get(`${rows.number} ${cell.column}`) ?? 1 })
      } else if (name === 'row') for (const row of rows.endRow()) add(row)
    },
  })
}

/** Returns how many rows merged cells reach over, by the row and column of the first. They follow all rows. */
function mergedRows(part: Buffer): Map<string, number> {
  const reaches = new Map<string, number>()
  const after = Math.max(0, part.lastIndexOf('sheetData'))
  const merged = /mergeCell\s+ref\s*=\s*["']([A-Z]{1,3})(\d+):[A-Z]{1,3}(\d+)["']/g
  for (const [, column, from, to] of part.toString('latin1', after).matchAll(merged))
    reaches.set(`${Number(from)} ${columnOf(column!)}`, Number(to) - Number(from) + 1)
  return reaches
}

/** Returns the index of the column of a reference such as `AB12`. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (!letters) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
