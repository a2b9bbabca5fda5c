import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import { formerly, record } from '#audit'
import { type Settings, updateSettings, withLevels } from '#contract'
import { Refusal } from '#platform'
import { readSettings } from '#settings'
import { implementGranting } from '../grants/granting.ts'
import { refuseAmbiguous } from './refuse-ambiguous.ts'

/** The settings are one row without an id, but audit entries need one. */
const settingsId = '00000000-0000-7000-8000-000000000000'
export const settingsTarget = { type: 'settings', id: settingsId, label: 'Settings' } as const

export const update = implementGranting(updateSettings, {
  before: ({ tx }) => readSettings(tx).forUpdate().executeTakeFirstOrThrow(),
  summarize: (before, { version: _, ...changes }) => summarize(before, changed(before, changes)),
  async perform({ tx, actor, body: { version, ...changes }, before }) {
    if (!before) throw new Error('The settings are missing')
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
    const after = changed(before, changes)
    refuseAmbiguous(after)
    const names = Object.keys(changes) as (keyof typeof changes)[]
    const different = names.filter((name) => !isDeepStrictEqual(after[name], before[name]))
    if (different.length === 0) return before

    await tx
      .updateTable('settings')
      .set(Object.fromEntries(different.map((name) => [name, toColumn(after[name])])))
      .set({ version: before.version + 1, updatedAt: sql<string>`now()` })
      .execute()
    const details = Object.fromEntries(different.map((name) => [name, toColumn(after[name])]))
    const former = formerly(Object.fromEntries(different.map((name) => [name, before[name]])))
    await record(tx, actor, 'settings.change', settingsTarget, { ...details, ...former })
    return readSettings(tx).executeTakeFirstOrThrow()
  },
})

type Changes = Omit<z.output<typeof updateSettings.body>, 'version'>

function changed(
  before: Settings,
  { letterhead, taxRates, defaultAccess, retention, ...changes }: Changes,
): Settings {
  const hasDefault = taxRates?.some(({ isDefault }) => isDefault)
  const after = {
    ...before,
    ...changes,
    defaultAccess: withLevels(before.defaultAccess, defaultAccess),
    letterhead: { ...before.letterhead, ...letterhead },
    retention: { ...before.retention, ...retention },
    taxRates:
      taxRates?.map((rate, at) => ({
        ...rate,
        isDefault: hasDefault ? rate.isDefault === true : at === 0,
        exemptionReason: rate.exemptionReason ?? '',
      })) ?? before.taxRates,
  }
  // What is left out of JSON is left out, never there as undefined.
  return after as Settings
}

/** The audit log keeps plain values, and so do the columns: lists and groups as JSON. */
const toColumn = (value: Settings[keyof Settings]) =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : value

/** Describes in words how settings differ: `IBAN from “DE02…” to “DE75…”, tax rates`. */
function summarize(before: Settings, after: Settings): string {
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
const fieldsOf = ({ letterhead, defaultAccess, version: _, ...settings }: Settings): [string, unknown][] => {
  const { iban, bic, bank, ...printed } = letterhead
  const access = Object.entries(defaultAccess).map(([area, level]) => [`defaultAccessTo ${area}`, level])
  return Object.entries({ iban, bic, bank, ...Object.fromEntries(access), ...settings, ...printed })
}

/** `invoiceSeries`: `invoice series` */
const labelOf = (name: string): string =>
  ['iban', 'bic'].includes(name)
    ? name.toUpperCase()
    : name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const longestQuoted = 100

function quoted(value: unknown): string {
  const text = String(value ?? '')
  if (text === '') return 'none'
  return `“${text.length > longestQuoted ? `${text.slice(0, longestQuoted).toWellFormed()}…` : text}”`
}
