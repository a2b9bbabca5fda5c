import type { Draft } from '../../draft.ts'
import { Page } from '../page.ts'
import { type Attributes, readXml } from './xml.ts'

/**
 * Writes the text of the shapes, tables and diagrams in parts of a presentation (DrawingML, ECMA-376 part 1, 20 and 21).
 * @param placeholders the only kinds of placeholders to read
 */
export function readShapes(parts: Uint8Array[], draft: Draft, placeholders?: string[]): void {
  const page = new Page(draft)
  for (const part of parts) {
    const shapes = new Shapes(page, placeholders)
    readXml(part, {
      open: (name, attributes) => shapes.open(name, attributes),
      close: (name) => shapes.close(name),
      text: (text) => shapes.text(text),
    })
  }
  page.end()
}

class Shapes {
  readonly #page: Page
  readonly #placeholders: string[] | undefined
  #isText = false
  /** The number of open elements within one to skip, including itself. */
  #skipped = 0
  #isWanted: boolean

  constructor(page: Page, placeholders?: string[]) {
    this.#page = page
    this.#placeholders = placeholders
    this.#isWanted = placeholders === undefined
  }

  open(name: string, attributes: Attributes): void {
    if (this.#skipped > 0 || isSkipped(name, attributes)) this.#skipped++
    else if (name === 'sp' && this.#placeholders) this.#isWanted = false
    else if (name === 'ph' && this.#placeholders)
      this.#isWanted = this.#placeholders.includes(attributes.type ?? '')
    else if (name === 't') this.#isText = true
    else if (name === 'br') this.#page.breakLine()
    else if (name === 'p') this.#page.breakBlock()
    else if (name === 'tbl') this.#page.openTable()
    else if (name === 'tc') this.#page.openCell()
  }

  close(name: string): void {
    if (this.#skipped > 0) this.#skipped--
    else if (name === 't') this.#isText = false
    else if (name === 'p') this.#page.breakBlock()
    else if (name === 'tc') this.#page.closeCell()
    else if (name === 'tr') this.#page.closeRow()
    else if (name === 'tbl') this.#page.closeTable()
  }

  text(text: string): void {
    if (this.#isText && this.#isWanted && this.#skipped === 0) this.#page.text(text)
  }
}

/** Programs fill in numbers of slides; a fallback repeats its shape for older programs. */
const isSkipped = (name: string, { type }: Attributes): boolean =>
  name === 'Fallback' || (name === 'fld' && type === 'slidenum')
