/** Cells that reach over several rows: their value belongs to each of these rows. */
export class Spans {
  readonly #open = new Map<number, { value: string; left: number }>()

  /** Starts a cell that reaches over so many rows in total. */
  start(column: number, value: string, rows: number): void {
    if (rows > 1 && value !== '') this.#open.set(column, { value, left: rows })
  }

  /** Ends a row: writes the values that reach into it where it has none. */
  endRow(row: string[]): void {
    for (const [column, span] of this.#open) {
      while (row.length < column) row.push('')
      row[column] ||= span.value
      if (--span.left === 0) this.#open.delete(column)
    }
  }
}
