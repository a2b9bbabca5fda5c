import { sql } from 'kysely'
import type { Location } from '#contract'
import type { Reader } from '#platform'
import { dateAt } from '../../date-at.ts'
import type { Slot } from './slots.ts'

/** The sides of the books, by the ids that the migration gives them. */
export const sides = {
  supplier: '00000000-0000-7000-8000-000000000002',
  consumption: '00000000-0000-7000-8000-000000000003',
  loss: '00000000-0000-7000-8000-000000000004',
  variance: '00000000-0000-7000-8000-000000000005',
} as const

export type Place = Pick<Location, 'id' | 'name' | 'kind'>

/** Where a document's stock can be, and when it happens. */
export interface Setting {
  places: Map<string, Place>
  /** The default location. */
  main: Place
  /** By the database's clock. */
  now: Date
  /** The organisation's. */
  timeZone: string
  /** The organisation's date. */
  today: string
}

/** The named locations, the default one and the sides of the books, with the time at the organisation. */
export async function readSetting(tx: Reader, locationIds: Iterable<string>): Promise<Setting> {
  const rows = await tx
    .selectFrom('locations')
    .select(['id', 'name', 'kind', 'isDefault'])
    .select((row) => row.selectFrom('settings').select('timeZone').as('timeZone'))
    .select(sql<string>`now()`.as('now'))
    .where((row) =>
      row.or([
        row('isDefault', '=', true),
        row('kind', '!=', 'stock'),
        row('id', '=', sql<string>`any(${[...new Set(locationIds)]}::uuid[])`),
      ]),
    )
    .$castTo<Location & { timeZone: string; now: string }>()
    .execute()
  const main = rows.find(({ isDefault }) => isDefault)
  if (!main) throw new Error('There is no default location')
  const now = new Date(main.now)
  return {
    places: new Map(rows.map(({ id, name, kind }) => [id, { id, name, kind }])),
    main,
    now,
    timeZone: main.timeZone,
    today: dateAt(now, main.timeZone),
  }
}

/** A lot may be used through the day on which it expires. */
export const hasExpired = (expiresOn: string | null, today: string): boolean =>
  expiresOn !== null && expiresOn < today

/** The slots that may be taken from where no lot is named: expired lots are passed over. */
export const usable = (slots: Slot[], today: string): Slot[] =>
  slots.filter(({ lot }) => !lot || !hasExpired(lot.expiresOn, today))
