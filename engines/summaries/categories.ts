import { fieldsIn } from '#rules/row-fields'
import type { SourceText } from './source-text.ts'

interface Column {
  /** Where each of its values begins. */
  starts: number[]
  distinct: Set<string>
}

/** The values of a column of categories occur this often, on average. */
const repeated = 3

/** Returns where the values of categories begin, such as departments: columns of a table whose values mostly repeat. */
export function categoriesIn({ text, segments }: SourceText): Set<number> {
  const columns = new Map<string, Column>()
  for (const segment of segments) {
    if (segment.kind !== 'row') continue
    for (const { start, nameEnd, value, end } of fieldsIn(text, segment.start, segment.end)) {
      const name = text.slice(start, nameEnd)
      const column = columns.get(name) ?? { starts: [], distinct: new Set() }
      columns.set(name, column)
      column.starts.push(value)
      column.distinct.add(text.slice(value, end))
    }
  }
  const categories = [...columns.values()].filter(
    ({ starts, distinct }) => starts.length >= repeated * distinct.size,
  )
  return new Set(categories.flatMap(({ starts }) => starts))
}
