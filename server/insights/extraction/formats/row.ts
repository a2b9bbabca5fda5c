import type { Draft } from '../draft.ts'

export interface Field {
  /** Empty for a value without a name. */
  name: string
  value: string
}

/** Adds a record as a row: a line of `name: value` for each field that has a value. A name is in one line. */
export function addRow(draft: Draft, fields: Field[], label: string | null): void {
  const lines = fields
    .map(({ name, value }) => ({ name: name.replace(/\s+/g, ' ').trim(), value: value.trim() }))
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => (name === '' ? value : `${name}: ${value}`))
  draft.add('row', lines.join('\n'), { label })
}
