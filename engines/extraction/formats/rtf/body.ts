import type { Draft } from '../../draft.ts'
import { Page } from '../page.ts'

/** How a paragraph is set. */
export interface Setting {
  isHeading: boolean
  /** How many tables it is in. */
  tables: number
}

/** The paragraphs and tables of a document. In RTF, a table shows only by the properties of its paragraphs. */
export class Body {
  readonly #page: Page
  #tables = 0
  #isHeading = false
  /** Text boxes, which follow the paragraph that they are anchored in. */
  #boxes: string[] = []

  constructor(draft: Draft) {
    this.#page = new Page(draft)
  }

  write(text: string, { isHeading, tables }: Setting): void {
    this.#nest(tables)
    if (isHeading !== this.#isHeading) this.#page.setHeading(isHeading)
    this.#isHeading = isHeading
    this.#page.text(text)
  }

  addBox(text: string): void {
    this.#boxes.push(text)
  }

  breakLine(): void {
    this.#page.breakLine()
  }

  endParagraph(): void {
    this.#page.breakBlock()
    for (const box of this.#boxes.splice(0)) {
      this.#page.text(box)
      this.#page.breakBlock()
    }
  }

  /** @param tables in how many tables the cell is */
  endCell(tables: number): void {
    this.endParagraph()
    this.#nest(tables)
    this.#page.openCell()
  }

  endRow(tables: number): void {
    this.#nest(tables)
    this.#page.closeRow()
    this.#page.openCell()
  }

  end(): void {
    this.endParagraph()
    this.#page.end()
  }

  #nest(tables: number): void {
    for (; this.#tables > tables; this.#tables--) this.#page.closeTable()
    for (; this.#tables < tables; this.#tables++) {
      this.#page.openTable()
      this.#page.openCell()
    }
  }
}
