import type { Comment } from '../remarks.ts'
import type { Table } from '../table.ts'
import type { SheetRows } from './sheet-rows.ts'
import { type Attributes, readXml } from './xml.ts'

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
  /** Ends the sheet. */
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
  readonly #rows: SheetRows
  /** How often the open row occurs. */
  #times = 1
  #cell: Cell | null = null
  #isText = false
  #comment: Annotation | null = null
  /** The number of open lists of drawings. */
  #apart = 0

  /** @param start returns where to write a sheet; null if it is not to be read */
  constructor(start: (name: string) => Sheet | null, rows: SheetRows) {
    this.#start = start
    this.#rows = rows
  }

  open(name: string, attributes: Attributes): void {
    const count = (what: string) => Math.max(1, Number(attributes[`table:number-${what}`] ?? 1) || 1)
    if (name === 'shapes') this.#apart++
    else if (this.#apart > 0) return
    else if (this.#comment) this.#comment.open(name)
    else if (name === 'annotation') this.#comment = new Annotation()
    else if (name === 'table') {
      this.#sheet = this.#start(attributes['table:name'] ?? '')
      this.#comments = []
      this.#rows.startSheet()
    } else if (name === 'table-row') {
      this.#rows.startRow()
      this.#times = count('rows-repeated')
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
    if (this.#cell && this.#sheet) this.#rows.add(this.#cell.text, this.#cell)
    this.#cell = null
  }

  #endRow(): void {
    if (!this.#sheet) return
    for (const row of this.#rows.endRow(this.#times)) this.#sheet.table.add(row)
  }
}

/** Collects a comment (OpenDocument 1.3 part 3, 14.1), element by element. */
class Annotation {
  #author = ''
  #text = ''
  #isIn: 'author' | 'text' | null = null

  open(name: string): void {
    if (name === 'creator') this.#isIn = 'author'
    else if (name === 'p') {
      this.#isIn = 'text'
      this.#text += '\n'
    } else if (name === 's' || name === 'tab') this.text(' ')
    else if (name === 'line-break') this.text('\n')
  }

  close(name: string): void {
    if (name === 'creator' || name === 'p') this.#isIn = null
  }

  text(text: string): void {
    if (this.#isIn === 'author') this.#author += text
    else if (this.#isIn === 'text') this.#text += text
  }

  end(): Comment {
    return { author: this.#author || null, text: this.#text }
  }
}
