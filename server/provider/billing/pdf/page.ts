import type { ContentStack } from 'pdfmake/interfaces.js'
import { type Faces, replacement, type Weight } from './faces.ts'
import type { Han } from './families.ts'
import { type Line, setLines, wantText } from './typeset.ts'

export interface Look {
  /** In points, like every measure here. */
  size?: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right'
  /** Prose that reads from the right also begins there. */
  prose?: boolean
}

export const grey = '#5b6470'

/**
 * Whether texts below one another surely fit a page with what stands around them. pdfmake cuts off what is longer and must
 * not be broken.
 */
export const fitsPage = (texts: ContentStack[]): boolean =>
  texts.reduce((lines, { stack }) => lines + stack.length, 0) <= 30

/** For a table with a head: no row is divided between two pages, unless one is longer than a page takes. */
export const wholeRows = (rows: ContentStack[][]) =>
  rows.every(fitsPage) ? { keepWithHeaderRows: 1, dontBreakRows: true } : {}

/** Puts text on the page. Asked before the fonts are made, it only notes what they will have to hold. */
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

  /** Text in lines of at most `width`. */
  text(text: string, width: number, look: Look = {}): ContentStack {
    const { size = 9, bold = false, color = 'black', align = 'left', prose = false } = look
    const lines = this.#lines(text, width / size, bold).map(({ runs, rightToLeft }) => ({
      // An empty line has its height from a space.
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

  /** How wide a text is in one line, with a little room for rounding. */
  width(text: string, { size = 9, bold = false }: Look = {}): number {
    return (
      Math.max(0, ...this.#lines(text, Number.MAX_SAFE_INTEGER, bold).map(({ width }) => width)) * size + 2
    )
  }

  /** The font that has Latin letters. */
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
