import type { Draft } from '../draft.ts'
import { paragraphs } from '../passages.ts'

interface Block {
  kind: 'paragraph' | 'heading'
  text: string
  /** Whether it follows the one before without a blank line: items of a list, rows of a table. */
  close: boolean
}

interface Table {
  /** The finished cells of the row that is open. */
  cells: Block[][]
  /** The blocks of the cell that is open. */
  cell: Block[] | null
  /** Tables that only place things: their cells are no rows. */
  layout: boolean
}

/** What stands on a page, block by block, as the elements of HTML come by. */
export class Page {
  readonly #draft: Draft
  #inline = ''
  #heading = false
  #verbatim = 0
  /** The number of the next item of each list that is open; null where items have none. */
  readonly #lists: (number | null)[] = []
  #mark = ''
  #wasClose = false
  readonly #tables: Table[] = []

  constructor(draft: Draft) {
    this.#draft = draft
  }

  text(text: string): void {
    if (this.#verbatim > 0) {
      this.#inline += text
      return
    }
    const collapsed = text.replace(/[ \t\n\r\f]+/g, ' ')
    const follows = this.#inline === '' || /[ \n]$/.test(this.#inline)
    this.#inline += follows ? collapsed.replace(/^ /, '') : collapsed
  }

  breakLine(): void {
    this.#inline += '\n'
  }

  /** Ends the block that is open. */
  breakBlock(): void {
    const inline = this.#inline
    this.#inline = ''
    if (inline === '') return
    for (const range of paragraphs(inline)) {
      const close = this.#mark !== ''
      this.#put({
        kind: this.#heading ? 'heading' : 'paragraph',
        text: this.#mark + inline.slice(...range),
        close,
      })
      this.#mark = ''
    }
  }

  openHeading(): void {
    this.breakBlock()
    this.#heading = true
  }

  closeHeading(): void {
    this.breakBlock()
    this.#heading = false
  }

  openVerbatim(): void {
    this.breakBlock()
    this.#verbatim++
  }

  closeVerbatim(): void {
    this.breakBlock()
    this.#verbatim--
  }

  /** @param first the number of its first item, or null. */
  openList(first: number | null): void {
    this.breakBlock()
    this.#lists.push(first !== null && Number.isInteger(first) ? first : first === null ? null : 1)
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
    if (outer?.cell) this.#isLayout(outer)
    this.#tables.push({ cells: [], cell: null, layout: false })
  }

  closeTable(): void {
    this.closeRow()
    this.#tables.pop()
    this.#wasClose = false
  }

  openRow(): void {
    this.closeRow()
  }

  closeRow(): void {
    this.closeCell()
    const table = this.#tables.at(-1)
    if (!table) return
    const cells = table.cells.filter((cell) => cell.length > 0)
    table.cells = []
    if (cells.length === 1) this.#putAll(cells[0]!)
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

  /** What its cells hold is put where it stands, from here on. */
  #isLayout(table: Table): void {
    const held = [...table.cells, table.cell ?? []].flat()
    table.layout = true
    table.cells = []
    table.cell = null
    this.#putAll(held)
  }

  #putAll(blocks: Block[]): void {
    for (const block of blocks) this.#put(block)
  }

  /** Into the innermost cell that is open, else into the text. */
  #put(block: Block): void {
    const table = this.#tables.findLast(({ cell }) => cell !== null)
    if (table && block.kind === 'heading') this.#isLayout(table)
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
  return blocks.map(({ text }) => text.replaceAll(/\s*\n\s*/g, ' ')).join(' ')
}
