import type { Draft } from '../draft.ts'
import { paragraphs } from '../passages.ts'

interface Block {
  kind: 'paragraph' | 'heading'
  text: string
  /** Whether it can follow without a blank line: items of a list, rows of a table. */
  close: boolean
}

interface Table {
  /** The finished cells of the open row. */
  cells: Block[][]
  /** The blocks of the open cell. */
  cell: Block[] | null
  /** Used for layout only: its cells are no rows. */
  layout: boolean
}

/** Collects the blocks of a page from the elements of HTML. */
export class Page {
  readonly #draft: Draft
  /** The text of the open block. */
  #inline = ''
  /** Its last character. Looking for it in a text that grows copies the text. */
  #last = ''
  #heading = false
  #verbatim = 0
  /** The number of the next item of each open list; null if unnumbered. */
  readonly #lists: (number | null)[] = []
  #mark = ''
  #wasClose = false
  readonly #tables: Table[] = []

  constructor(draft: Draft) {
    this.#draft = draft
  }

  text(text: string): void {
    if (this.#verbatim > 0) {
      this.#append(text)
      return
    }
    const collapsed = text.replace(/[ \t\n\r\f]+/g, ' ')
    this.#append(['', ' ', '\n'].includes(this.#last) ? collapsed.replace(/^ /, '') : collapsed)
  }

  breakLine(): void {
    this.#append('\n')
  }

  #append(text: string): void {
    this.#inline += text
    this.#last = text.at(-1) ?? this.#last
  }

  /** Ends the open block. */
  breakBlock(): void {
    const inline = this.#inline
    this.#inline = ''
    this.#last = ''
    if (inline === '') return
    const kind = this.#heading ? 'heading' : 'paragraph'
    for (const range of paragraphs(inline)) {
      this.#put({ kind, text: this.#mark + inline.slice(...range), close: this.#mark !== '' })
      this.#mark = ''
    }
  }

  setHeading(isHeading: boolean): void {
    this.breakBlock()
    this.#heading = isHeading
  }

  /** @param change 1 at the beginning of preformatted text, -1 at the end */
  nestVerbatim(change: 1 | -1): void {
    this.breakBlock()
    this.#verbatim += change
  }

  /** @param first the number of the first item; null if unnumbered */
  openList(first: number | null): void {
    this.breakBlock()
    this.#lists.push(first === null || Number.isInteger(first) ? first : 1)
  }

  closeList(): void {
    this.breakBlock()
    this.#lists.pop()
    this.#mark = ''
  }

  openItem(): void {
    this.breakBlock()
    const number = this.#lists.at(-1) ?? null
    this.#mark = number === null ? '- ' : `${number}. `
    if (number !== null) this.#lists[this.#lists.length - 1] = number + 1
  }

  openTable(): void {
    this.breakBlock()
    const outer = this.#tables.at(-1)
    if (outer?.cell) this.#treatAsLayout(outer)
    this.#tables.push({ cells: [], cell: null, layout: false })
  }

  closeTable(): void {
    this.closeRow()
    this.#tables.pop()
    this.#wasClose = false
  }

  closeRow(): void {
    this.closeCell()
    const table = this.#tables.at(-1)
    if (!table) return
    const cells = table.cells.filter((cell) => cell.length > 0)
    table.cells = []
    if (cells.length === 1) for (const block of cells[0]!) this.#put(block)
    else if (cells.length > 1)
      this.#put({ kind: 'paragraph', text: cells.map(inOneLine).join(' | '), close: true })
  }

  openCell(): void {
    this.closeCell()
    const table = this.#tables.at(-1)
    if (table && !table.layout) table.cell = []
  }

  closeCell(): void {
    this.breakBlock()
    const table = this.#tables.at(-1)
    if (!table?.cell) return
    table.cells.push(table.cell)
    table.cell = null
  }

  end(): void {
    this.breakBlock()
    while (this.#tables.length > 0) this.closeTable()
  }

  /** From here on, the contents of its cells are ordinary blocks. */
  #treatAsLayout(table: Table): void {
    const held = [...table.cells, table.cell ?? []].flat()
    table.layout = true
    table.cells = []
    table.cell = null
    for (const block of held) this.#put(block)
  }

  /** Adds a block to the open cell, or else to the text: only the innermost table can have one. */
  #put(block: Block): void {
    const table = this.#tables.at(-1)
    if (table?.cell && block.kind === 'heading') this.#treatAsLayout(table)
    if (table?.cell) {
      table.cell.push(block)
      return
    }
    const label = block.kind === 'heading' ? block.text : null
    this.#draft.add(block.kind, block.text, { label }, block.close && this.#wasClose ? '\n' : '\n\n')
    this.#wasClose = block.close
  }
}

function inOneLine(blocks: Block[]): string {
  return blocks.map(({ text }) => text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')).join(' ')
}
