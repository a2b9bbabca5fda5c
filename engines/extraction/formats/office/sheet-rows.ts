import { tooMany, tooMuchText } from '../../draft.ts'
import type { ContentLimits } from '../../extracted.ts'
import type { Cell } from '../row.ts'

/** A sheet has so many (https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3). */
const mostColumns = 16_384

/** How far a value reaches. */
interface Reach {
  column?: number
  /** How often it is repeated in its row. */
  columns?: number
  /** How many rows a merged cell covers. */
  rows?: number
}

/**
 * Builds the rows of sheets. Counts what repeated and merged cells write before it writes them: a file of one kilobyte can
 * ask for billions. Cells without a value take no space, however many there are.
 */
export class SheetRows {
  readonly #limits: ContentLimits
  /** The length of all values so far. */
  #chars = 0
  /** Rows that only repeat another. */
  #repeated = 0
  /** The values of the open row by their columns. */
  #row = new Map<number, string>()
  #nextColumn = 0
  #number = 0
  /** Merged cells, by their columns. Their value belongs to each row that they cover. */
  #merged = new Map<number, { value: string; lastRow: number }>()

  constructor(limits: ContentLimits) {
    this.#limits = limits
  }

  /** The number of the open row, from 1. */
  get number(): number {
    return this.#number
  }

  /** The column of a cell that does not name it, from 0. */
  get nextColumn(): number {
    return this.#nextColumn
  }

  startSheet(): void {
    this.#merged = new Map()
    this.#number = 0
  }

  startRow(number = this.#number + 1): void {
    this.#row = new Map()
    this.#nextColumn = 0
    this.#number = number
  }

  /** Adds a value at a column, or after the previous one. Ignores columns that no sheet has. */
  add(written: string, { column = this.#nextColumn, columns = 1, rows = 1 }: Reach): void {
    const value = written.trim()
    const end = Math.min(column + columns, mostColumns)
    this.#nextColumn = end
    if (value === '') return
    this.#count(value.length * Math.max(0, end - column))
    for (let at = column; at < end; at++) {
      this.#row.set(at, value)
      if (rows > 1) this.#merged.set(at, { value, lastRow: this.#number + rows - 1 })
    }
  }

  /** Ends the row. @param times how often it occurs @returns the rows to write: none without a value */
  *endRow(times = 1): Generator<Cell[]> {
    const own = [...this.#row].map(([column, value]) => ({ column, value }))
    if (own.length > 0) this.#countRepeated(own, times - 1)
    for (let n = 0; n < times; n++) {
      if (n > 0) this.#number++
      const cells = [...own, ...this.#carried()]
      // No merged cell reaches into the other repeats, either.
      if (cells.length === 0) break
      yield cells.sort((one, other) => one.column - other.column)
    }
  }

  /** Returns the values of merged cells that reach into the row, where it has none. */
  #carried(): Cell[] {
    const cells: Cell[] = []
    for (const [column, { value, lastRow }] of this.#merged) {
      if (lastRow < this.#number) this.#merged.delete(column)
      else if (!this.#row.has(column)) {
        this.#count(value.length)
        cells.push({ column, value })
      }
    }
    return cells
  }

  #countRepeated(cells: Cell[], times: number): void {
    this.#repeated += times
    if (this.#repeated > this.#limits.segments) throw tooMany('row', this.#limits)
    this.#count(cells.reduce((sum, { value }) => sum + value.length, 0) * times)
  }

  #count(chars: number): void {
    this.#chars += chars
    if (this.#chars > this.#limits.textChars) throw tooMuchText(this.#limits)
  }
}
