import type { Citation } from '#rules/run'

/** A quotation from a source's text. */
export interface Quote extends Pick<Citation, 'sourceId' | 'start' | 'end' | 'quote'> {
  /** Identifies the version of the source's text. */
  reading: string
}

/** A sentence or a row of a table, with the quotations that support it. */
export interface Statement {
  /** Plain text; the cells of a row; null to show the first quotation itself. */
  text: string | string[] | null
  /** The origin of a quotation, shown after it. */
  by?: string
  quotes: Quote[]
}

export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'list' | 'paragraph'; statements: Statement[] }
  | { kind: 'table'; head: string[]; statements: Statement[] }

/** How many sources or passages were read. */
export interface Coverage {
  read: number
  /** Including those left out. */
  total: number
}

/** The output of a skill before its quotations are verified. */
export interface Draft {
  coverage: Coverage
  /** Of a model: how many passages of these sources it has read. */
  passages?: Coverage
  blocks: Block[]
  /** The result for programs, in which `citations` with their numbers from 1 replace the `quotes` of each object. */
  data: Record<string, unknown>
}
