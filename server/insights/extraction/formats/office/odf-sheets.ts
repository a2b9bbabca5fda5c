import type { Table } from '../table.ts'
import { Spans } from './spans.ts'
import { type Attributes, readXml } from './xml.ts'

/** A sheet has at most so many in LibreOffice and Excel. */
const mostColumns = 16_384

/** Returns the names of the sheets that are not hidden. */
export function visibleSheets(content: Uint8Array): Set<string> {
  const hidden = new Set<string>()
  const visible = new Set<string>()
  let style = ''
  readXml(content, {
    open(name, attributes) {
      if (name === 'style') style = attributes['style:name'] ?? ''
      if (name === 'table-properties' && attributes['table:display'] === 'false') hidden.add(style)
      if (name === 'table' && !hidden.has(attributes['table:style-name'] ?? ''))
        visible.add(attributes['table:name'] ?? '')
    },
  })
  return visible
}

interface Cell {
  text: string
  columns: number
  rows: number
}

/** Reads the sheets of a spreadsheet, element by element. */
export class OdfSheets {
  readonly #start: (name: string) => Table | null
  #table: Table | null = null
  #spans = new Spans()
  #row: string[] = []
  #rows = 1
  #cell: Cell | null = null
  #isText = false
  /** The number of open comments and drawings. */
  #apart = 0

  /** @param start returns where to write a sheet; null if it is not to be read */
  constructor(start: (name: string) => Table | null) {
    this.#start = start
  }

  open(name: string, attributes: Attributes): void {
    const count = (what: string) => Number(attributes[`table:number-${what}`] ?? 1) || 1
    if (isApart(name)) this.#apart++
    else if (this.#apart > 0) return
    else if (name === 'table') {
      this.#table = this.#start(attributes['table:name'] ?? '')
      this.#spans = new Spans()
    } else if (name === 'table-row') {
      this.#row = []
      this.#rows = count('rows-repeated')
    } else if (name === 'table-cell' || name === 'covered-table-cell')
      this.#cell = { text: '', columns: count('columns-repeated'), rows: count('rows-spanned') }
    else if (name === 'p') this.#startParagraph()
    else if (name === 's' || name === 'tab') this.text(' ')
    else if (name === 'line-break') this.text('\n')
  }

  close(name: string): void {
    if (isApart(name)) this.#apart--
    else if (this.#apart > 0) return
    else if (name === 'p') this.#isText = false
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#endCell()
    else if (name === 'table-row') this.#endRow()
    else if (name === 'table') {
      this.#table?.end()
      this.#table = null
    }
  }

  text(text: string): void {
    if (this.#cell && this.#isText && this.#apart === 0) this.#cell.text += text
  }

  #startParagraph(): void {
    this.#isText = true
    if (this.#cell?.text) this.#cell.text += '\n'
  }

  #endCell(): void {
    if (!this.#cell) return
    const { text, columns, rows } = this.#cell
    this.#cell = null
    const last = Math.min(this.#row.length + columns, mostColumns)
    while (this.#row.length < last) {
      this.#spans.start(this.#row.length, text, rows)
      this.#row.push(text)
    }
  }

  /** Repeated rows without a value only fill the sheet. */
  #endRow(): void {
    this.#spans.endRow(this.#row)
    if (this.#row.every((value) => value === '')) return
    for (let n = 0; n < this.#rows; n++) this.#table?.add(this.#row)
  }
}

const isApart = (name: string): boolean => name === 'annotation' || name === 'shapes'
