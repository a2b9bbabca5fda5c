import { RichText, unescaped } from './shared-strings.ts'
import { Spans } from './spans.ts'
import type { Display } from './styles.ts'
import { readXml } from './xml.ts'

interface Shared {
  strings: string[]
  display: Display
}

/** A sheet has so many (https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3). */
const mostColumns = 16_384

/** Reads the rows of a sheet, values as displayed; of formulas, the last result. */
export function readSheet(part: Buffer, { strings, display }: Shared, add: (row: string[]) => void): void {
  const reaches = mergedRows(part)
  const spans = new Spans()
  const inline = new RichText()
  let row: string[] = []
  let rowNumber = 0
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

  readXml(part, {
    open(name, { r = '', t = 'n', s = '0' }) {
      inline.open(name)
      if (name === 'row') {
        row = []
        rowNumber = Number(r) || rowNumber + 1
      } else if (name === 'c') {
        cell = { column: columnOf(r) ?? row.length, type: t, style: Number(s) }
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
      else if (name === 'c' && cell.column < mostColumns) {
        while (row.length < cell.column) row.push('')
        row[cell.column] = value === '' && cell.type !== 'inlineStr' ? '' : written()
        spans.start(cell.column, row[cell.column]!, reaches.get(`${rowNumber} ${cell.column}`) ?? 1)
      } else if (name === 'row') {
        spans.endRow(row)
        add(row)
      }
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
