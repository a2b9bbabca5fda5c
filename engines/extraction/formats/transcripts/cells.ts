import { nameIn } from './label.ts'
import { isOnePair, leading, type Stamp, stampOf } from './stamp.ts'

interface Row {
  layout: 'cells'
  name: string
  text: string
  stamp: Stamp
  note: string | null
}

/** Columns before the text: speaker, times, durations, numbers. */
const mostCells = 12

/**
 * Reads a row of a table without heading: `Ada | 00:01:02 | …`, also with tabs. The text is what follows the speaker and the
 * times, in any order.
 */
export function inCells(written: string, head: string): Row | null {
  const separator = head.includes('\t') ? '\t' : ' | '
  if (!head.includes(separator)) return null
  let name: string | null = null
  let found: { stamp: Stamp; note: string | null } | null = null
  let at = 0
  for (let count = 0; count < mostCells; count++) {
    const end = head.indexOf(separator, at)
    if (end === -1) return null
    const cell = head.slice(at, end)
    const time = timeIn(cell)
    if (time) {
      if (found) found.stamp.endMs ??= time.stamp.startMs
      else found = time
    } else if (!/^\s*[\d.,]*\s*$/.test(cell)) {
      if (name) return null
      name = nameIn(cell)
      if (!name) return null
    }
    at = end + separator.length
    if (name && found && isText(head.slice(at), separator))
      return { layout: 'cells', name, text: written.slice(at), ...found }
  }
  return null
}

const timeIn = (cell: string) => {
  const at = leading.exec(cell)
  return at && !at.groups!.date && isOnePair(at) && at[0].length === cell.length ? stampOf(at) : null
}

/** Returns whether the next cell is neither a number nor a time. */
function isText(rest: string, separator: string): boolean {
  const end = rest.indexOf(separator)
  const cell = end === -1 ? rest : rest.slice(0, end)
  return !/^\s*[\d.,]*\s*$/.test(cell) && timeIn(cell) === null
}
