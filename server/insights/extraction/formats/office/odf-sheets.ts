import type { Comment } from '../remarks.ts'
import type { Table } from '../table.ts'
import { Annotation } from './odf-annotation.ts'
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

/** Where to write a sheet. */
export interface Sheet {
  table: Table
  /** Ends it. */
  end(comments: Comment[]): void
}

interface Cell {
  text: string
  columns: number
  rows: number
}

/** Reads the sheets of a spreadsheet, element by element. */
export class OdfSheets {
  readonly #start: (name: string) => Sheet | null
  #sheet: Sheet | null = null
  #comments: Comment[] = []
  #spans = new Spans()
  #row: string[] = []
  #rows = 1
  #cell: Cell | null = null
  #isText = false
  #comment: Annotation | null = null
  /** The number of open lists of drawings. */
  #apart = 0

  /** @param start returns where to write a sheet; null if it is not to be read */
  constructor(start: (name: string) => Sheet | null) {
    this.#start = start
  }

  open(name: string, attributes: Attributes): void {
    const count = (what: string) => Number(attributes[`table:number-${what}`] ?? 1) || 1
    if (name === 'shapes') this.#apart++
    else if (this.#apart > 0) return
    else if (this.#comment) this.#comment.open(name)
    else if (name === 'annotation') this.#comment = new Annotation()
    else if (name === 'table') {
      this.#sheet = this.#start(attributes['table:name'] ?? '')
      this.#comments = []
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
    if (name === 'shapes') this.#apart--
    else if (this.#apart > 0) return
    else if (name === 'annotation') this.#endComment()
    else if (this.#comment) this.#comment.close(name)
    else if (name === 'p') this.#isText = false
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#endCell()
    else if (name === 'table-row') this.#endRow()
    else if (name === 'table') {
      this.#sheet?.end(this.#comments)
      this.#sheet = null
    }
  }

  text(text: string): void {
    if (this.#apart > 0) return
    if (this.#comment) this.#comment.text(text)
    else if (this.#cell && this.#isText) this.#cell.text += text
  }

  #endComment(): void {
    if (this.#comment) this.#comments.push(this.#comment.end())
    this.#comment = null
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
    for (let n = 0; n < this.#rows; n++) this.#sheet?.table.add(this.#row)
  }
}
