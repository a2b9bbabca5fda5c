import type { Draft } from '../draft.ts'
import { headingOf } from './heading.ts'
import { addRow, type Field } from './row.ts'
import { Turns } from './transcripts/join.ts'
import { type Fields, type RecordPlan, recordPlanOf, turnOf } from './transcripts/records.ts'

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
  #held: string[][] | null = []
  #columns: string[] = []
  #plan: RecordPlan | null = null
  #count = 0

  constructor(draft: Draft, mayBeTranscript: boolean, title: string | null = null) {
    this.#draft = draft
    this.#title = title
    this.#turns = new Turns(draft, ' ')
    this.#mayBeTranscript = mayBeTranscript
  }

  /** Adds a row. Ignores a blank one. */
  add(row: string[]): void {
    if (row.every((value) => value.trim() === '')) return
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
      this.#columns = rows.shift()!.map((name) => name.trim())
      if (this.#mayBeTranscript) this.#plan = recordPlanOf(rows.map((row) => toFields(this.#columns, row)))
    }
    for (const row of rows) this.#write(row)
  }

  /** Above the heading, a table may have a title and notes. */
  #writeAbove(row: string[]): void {
    this.#draft.add('paragraph', row.filter((value) => value.trim() !== '').join(' | '))
  }

  #write(row: string[]): void {
    this.#count++
    if (this.#plan) this.#turns.add(turnIn(this.#columns, row, this.#plan))
    else addRow(this.#draft, fieldsOf(this.#columns, row), String(this.#count))
  }
}

const fieldsOf = (columns: string[], row: string[]): Field[] =>
  row.map((value, column) => ({ name: columns[column] ?? '', value }))

/** Values of other columns stay in the label. */
function turnIn(columns: string[], row: string[], plan: RecordPlan) {
  const known = new Set(Object.values(plan.fields))
  const others = columns.flatMap((column, n) =>
    known.has(column) || !row[n]?.trim() ? [] : `${column}: ${row[n].trim()}`,
  )
  const surplus = row.slice(columns.length).filter((value) => value.trim() !== '')
  return { ...turnOf(toFields(columns, row), plan), label: [...others, ...surplus].join(', ') || null }
}

const toFields = (columns: string[], row: string[]): Fields =>
  Object.fromEntries(columns.map((column, n) => [column, row[n] ?? '']))
