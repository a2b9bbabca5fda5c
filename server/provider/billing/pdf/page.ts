import type { ContentStack } from 'pdfmake/interfaces.js'
import { type Faces, replacement, type Weight } from './faces.ts'
import type { Han } from './families.ts'
import { type Line, setLines, wantText } from './typeset.ts'

export interface Look {
  /** In points, like all lengths here. */
  size?: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right'
  /** Right-to-left prose is also aligned to the right. */
  prose?: boolean
}

export const grey = '#5b6470'

/** Whether a stack of texts is sure to fit on a page. pdfmake cuts off unbreakable content that is longer. */
export const fitsPage = (texts: ContentStack[]): boolean =>
  texts.reduce((lines, { stack }) => lines + stack.length, 0) <= 30

/** Keeps each row of a table with a header on one page, unless a row is longer than a page. */
export const wholeRows = (rows: ContentStack[][]) =>
  rows.every(fitsPage) ? { keepWithHeaderRows: 1, dontBreakRows: true } : {}

/** A column of a table: its header and how to format its value. */
export interface ColumnOf<Row> {
  head: string
  of: (row: Row) => string
}

/** Typesets text. Before the fonts are created, it only collects the characters that they need. */
export class Page {
  readonly #faces: Faces
  readonly #han: (text: string) => Han
  #ready = false

  constructor(faces: Faces, han: (text: string) => Han) {
    this.#faces = faces
    this.#han = han
  }

  async ready(): Promise<void> {
    await this.#faces.make()
    this.#ready = true
  }

  /** Sets text in lines of at most `width`. */
  text(text: string, width: number, look: Look = {}): ContentStack {
    const { size = 9, bold = false, color = 'black', align = 'left', prose = false } = look
    const lines = this.#lines(text, width / size, bold).map(({ runs, rightToLeft }) => ({
      // An empty line gets its height from a space.
      text: (runs.length > 0
        ? runs
        : this.#lines(' .', 9, bold)[0]!.runs.map((run) => ({ ...run, text: ' ' }))
      ).map((run) => ({ ...run, noWrap: true, preserveLeadingSpaces: true, preserveTrailingSpaces: true })),
      alignment: prose && rightToLeft ? ('right' as const) : align,
      fontSize: size,
      color,
      noWrap: true,
    }))
    return { stack: lines }
  }

  /** Returns the width of a text in one line, with some tolerance for rounding. */
  width(text: string, { size = 9, bold = false }: Look = {}): number {
    return (
      Math.max(0, ...this.#lines(text, Number.MAX_SAFE_INTEGER, bold).map(({ width }) => width)) * size + 2
    )
  }

  /** Returns the formatted values of columns, each as wide as its widest text, up to `most`. */
  columns<Row>(rows: Row[], columns: ColumnOf<Row>[], most: number, look: Look = {}) {
    return columns.map(({ head, of }) => {
      const values = rows.map(of)
      const widest = Math.max(this.width(head, look), ...values.map((value) => this.width(value)))
      return { head, values, width: Math.min(widest, most) }
    })
  }

  /** Returns the name of the font with Latin letters. */
  latin(bold: boolean): string {
    return this.#lines('A', 9, bold)[0]!.runs[0]!.font
  }

  #lines(text: string, ems: number, bold: boolean): Line[] {
    const weight: Weight = bold ? 700 : 400
    const han = this.#han(text)
    if (this.#ready) return setLines(text, weight, this.#faces, han, ems - 0.1)
    wantText(`${text} .`, weight, this.#faces, han)
    return [{ runs: [{ text: replacement, font: '' }], width: 0, rightToLeft: false }]
  }
}
