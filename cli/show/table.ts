import { type Column, cellOf, headingOf } from './columns.ts'
import { isolated } from './sanitize.ts'
import { bold, print, terminal } from './terminal.ts'
import { cut, padded, widthOf } from './width.ts'

const gap = 2
const widest = 60
/** A shorter beginning of a sentence is useless. */
const narrowest = 12

/**
 * Returns a function that prints rows under headings. A terminal gets aligned columns, as many as fit; programs get all,
 * separated by tabs.
 * @param chosen whether the user selected the columns; then all are shown
 */
export function createTable(columns: readonly Column[], chosen: boolean) {
  let fitted: readonly { column: Column; width: number }[] | undefined

  return async (rows: readonly unknown[]): Promise<void> => {
    const isFirst = fitted === undefined
    fitted ??= terminal.isInteractive
      ? fit(columns, rows, chosen)
      : columns.map((column) => ({ column, width: 0 }))
    const shown = fitted
    const lines = rows.map((row) => line(shown.map(({ column }) => cellOf(row, column))))
    const head = line(shown.map(({ column }) => headingOf(column)))
    await print([...(isFirst ? [bold(head)] : []), ...lines].map((text) => `${text}\n`).join(''))

    function line(cells: string[]): string {
      if (!terminal.isInteractive) return cells.join('\t')
      const last = cells.length - 1
      return cells
        .map((cell, index) => {
          const text = cut(cell, shown[index]?.width ?? widest)
          const after = index === last ? '' : padded('', (shown[index]?.width ?? 0) + gap - widthOf(text))
          return isolated(text) + after
        })
        .join('')
    }
  }
}

/** Returns the columns that fit into the terminal by rank, in their original order, with their widths. */
function fit(columns: readonly Column[], rows: readonly unknown[], chosen: boolean) {
  let left = terminal.width
  const widths = new Map<Column, number>()
  for (const column of columns.toSorted((a, b) => (chosen ? 0 : a.rank - b.rank))) {
    const cells = rows.map((row) => widthOf(cellOf(row, column)))
    const width = Math.min(Math.max(widthOf(headingOf(column)), ...cells), widest)
    const isFilled = cells.some((cell) => cell > 0)
    const shown = column.isProse ? Math.min(width, Math.max(left, narrowest)) : width
    const fits = isFilled && shown <= left
    if (!chosen && !fits && widths.size > 0) continue
    widths.set(column, shown)
    left -= shown + gap
  }
  return columns.flatMap((column) => {
    const width = widths.get(column)
    return width === undefined ? [] : { column, width }
  })
}
