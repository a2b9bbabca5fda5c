/** A field of a table row, in the row's text; offsets in UTF-16 units. */
export interface Field {
  start: number
  /** Where its name ends, before the colon; `start` if it has none. */
  nameEnd: number
  /** Where its value begins. */
  value: number
  end: number
}

/** Headings of tables can be whole questions. */
const name = /^[^:]{1,200}(?=: )/

/** Returns the fields of a row, or of a part of it: lines of `name: value`. A value may continue on further lines. */
export function fieldsIn(text: string, from = 0, to = text.length): Field[] {
  const fields: Field[] = []
  let start = from
  for (const line of text.slice(from, to).split('\n')) {
    const end = start + line.length
    const nameEnd = start + (name.exec(line)?.[0].length ?? 0)
    const before = fields.at(-1)
    if (nameEnd > start) fields.push({ start, nameEnd, value: nameEnd + 2, end })
    else if (before && before.nameEnd > before.start) before.end = end
    else fields.push({ start, nameEnd, value: start, end })
    start = end + 1
  }
  return fields
}

/** Returns whether words quoted from a source are a row, or fields of one. */
export function areFields(text: string): boolean {
  const [first, ...more] = fieldsIn(text)
  return first !== undefined && first.nameEnd > first.start && more.length > 0
}
