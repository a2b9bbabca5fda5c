/** Where text goes that is not in a paragraph of the document. */
export interface Sink {
  kind: 'note' | 'comment' | 'author' | 'mark' | 'box' | 'font' | 'style'
  text: string
}

/** The state of a group, which its inner groups inherit. */
export interface Group {
  /** Whether it has no words of the text. Only in `partly` skipped groups some inner groups have. */
  skipped: 'no' | 'partly' | 'wholly'
  /** Whether the next word names what the group contains. */
  isNew: boolean
  /** Whether `\*` stands before that name: unknown contents are to be ignored. */
  isOptional: boolean
  sink: Sink | null
  font: number
  isHidden: boolean
  /** The number of bytes that replace a Unicode character in old programs. */
  replacements: number
  isHeading: boolean
  isInTable: boolean
  tables: number
}

export const outermost: Group = {
  skipped: 'no',
  isNew: false,
  isOptional: false,
  sink: null,
  font: -1,
  isHidden: false,
  replacements: 1,
  isHeading: false,
  isInTable: false,
  tables: 1,
}
