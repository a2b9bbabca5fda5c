import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '#contract'

/** Describes in words how settings differ: `IBAN from “DE02…” to “DE75…”, tax rates`. */
export function summarize(before: Settings, after: Settings): string {
  const formerly = new Map(fieldsOf(before))
  return fieldsOf(after)
    .filter(([name, value]) => !isDeepStrictEqual(value, formerly.get(name)))
    .map(([name, value]) => {
      const isList = typeof value === 'object' && value !== null
      return labelOf(name) + (isList ? '' : ` from ${quoted(formerly.get(name))} to ${quoted(value)}`)
    })
    .join(', ')
}

/** The letterhead's fields first, because they include the bank details. */
const fieldsOf = ({ letterhead, version: _, ...settings }: Settings): [string, unknown][] => {
  const { iban, bic, bank, ...printed } = letterhead
  return Object.entries({ iban, bic, bank, ...settings, ...printed })
}

/** `invoiceSeries`: `invoice series` */
const labelOf = (name: string): string =>
  ['iban', 'bic'].includes(name)
    ? name.toUpperCase()
    : name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const longest = 100

function quoted(value: unknown): string {
  const text = String(value ?? '')
  if (text === '') return 'none'
  return `“${text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text}”`
}
