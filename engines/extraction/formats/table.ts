import type { Draft } from '../draft.ts'
import { addRow, type Cell, type Field } from './row.ts'
import { Turns } from './transcripts/join.ts'
import type { RecordReader } from './transcripts/reader.ts'
import { readerOf } from './transcripts/records.ts'
import { addRowTurn, type Columns, toRecords } from './transcripts/row-turns.ts'

/** The first rows show where the heading is, and whether the table is a transcript. */
const sampled = 100

/** Writes the rows of a table, with the names of its columns if it has a heading. The rows of a transcript become turns. */
export class Table {
  readonly #draft: Draft
  readonly #turns: Turns
  readonly #mayBeTranscript: boolean
  /** Goes above the first row. */
  readonly #title: string | null
  /** The first rows, until they suffice. */
  #held: Cell[][] | null = []
  /** Their names, by their numbers. */
  #columns: Columns = new Map()
  #reader: RecordReader | null = null
  #count = 0

  constructor(draft: Draft, mayBeTranscript: boolean, title: string | null = null) {
    this.#draft = draft
    this.#title = title
    this.#turns = new Turns(draft, ' ')
    this.#mayBeTranscript = mayBeTranscript
  }

  /** Adds a row, in the order of its columns. Ignores a blank one. */
  add(row: Cell[]): void {
    if (row.length === 0) return
    if (this.#held === null) this.#write(row)
    else if (this.#held.push(row) === sampled) this.#release()
  }

  end(): void {
    this.#release()
    this.#turns.end()
  }

  #release(): void {
    const rows = this.#held ?? []
    this.#held = null
    if (this.#title && rows.length > 0) this.#draft.add('heading', this.#title, { label: this.#title })
    const heading = headingOf(rows)
    for (const row of rows.splice(0, heading ?? 0)) this.#writeAbove(row)
    if (heading !== null) {
      this.#columns = new Map(rows.shift()!.map(({ column, value }) => [column, value.trim()]))
      if (this.#mayBeTranscript) this.#reader = readerOf(toRecords(this.#columns, rows))
    }
    for (const row of rows) this.#write(row)
  }

  /** Above the heading, a table may have a title and notes. */
  #writeAbove(row: Cell[]): void {
    this.#draft.add('paragraph', row.map(({ value }) => value).join(' | '))
  }

  #write(row: Cell[]): void {
    this.#count++
    if (this.#reader) addRowTurn(this.#turns, this.#columns, row, this.#reader)
    else addRow(this.#draft, fieldsOf(this.#columns, row), String(this.#count))
  }
}

const fieldsOf = (columns: Columns, row: Cell[]): Field[] =>
  row.map(({ column, value }) => ({ name: columns.get(column) ?? '', value }))

/** A heading is near the beginning. */
const latestHeading = 20

/**
 * Returns the index of the row that names the columns; null if there is none. Rows above it are titles and notes, which
 * have few values.
 */
function headingOf(rows: Cell[][]): number | null {
  const counts = rows.map((row) => row.length).toSorted((one, other) => one - other)
  const typical = counts[Math.floor(rows.length / 2)] ?? 0
  const index = rows.slice(0, latestHeading).findIndex((row) => row.length > typical / 2)
  const below = rows.slice(index + 1)
  return index >= 0 && below.length > 0 && isHeading(rows[index]!, below) ? index : null
}

/**
 * Returns whether a row is a heading: its names are unique, and neither numbers nor sentences. Between them, only the first
 * column may have values without a name.
 */
function isHeading(row: Cell[], below: Cell[][]): boolean {
  const names = row.map(({ value }) => value.trim())
  const named = new Set(row.map(({ column }) => column))
  const last = row.at(-1)!.column
  return (
    new Set(names).size === names.length &&
    names.every((name) => name.length <= 200 && !/^[\d\s.,:/+-]+$/.test(name)) &&
    below.every((one) => one.every(({ column }) => column === 0 || column > last || named.has(column)))
  )
}
