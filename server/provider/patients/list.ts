import { sql } from 'kysely'
import { z } from 'zod'
import { listPatients } from '#contract'
import type { Reader } from '#database'
import { implement, invalidField, readPage, readSortedPage } from '#platform'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { patients, toPatient } from './patient-rows.ts'
import { matching, withIdentifier, withPhone } from './search.ts'

type Filters = Omit<z.output<typeof listPatients.query>, 'limit' | 'cursor' | 'q' | 'sort'>

export const list = implement(listPatients, async ({ tx, query: { limit, cursor, q, sort, ...filters } }) => {
  if (q && sort) throw invalidField('sort', 'Search results are in the order of their match')
  if (q) return search(tx, q, filters, limit, cursor)
  const found = narrowed(tx, filters)
  const page = sort
    ? await readSortedPage(found, 'patients.id', { limit, cursor, sort }, sortable)
    : await readPage(found, 'patients.id', { limit, cursor })
  return { ...page, data: page.data.map(toPatient) }
})

export const sortable = {
  name: {
    value: sql`(coalesce(patients.family_key, '') || ' ' || coalesce(patients.given_key, '')) collate "C"`,
    type: 'text',
  },
} as const

/** The match and id of a page's last row. */
const lastFound = z.tuple([z.string().regex(/^\d{1,2}\.\d{4}$/), z.uuid()])

/** Best match first; among equals, the newest. */
async function search(tx: Reader, q: string, filters: Filters, limit: number, cursor: string | undefined) {
  const after = decodeCursor(lastFound, cursor)
  const rows = await narrowed(tx, filters)
    .innerJoin(matching(q).as('found'), (join) => join.onRef('found.id', '=', 'patients.id'))
    .select(sql<string>`found.match::text`.as('match'))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(found.match, patients.id) < (${after?.[0]}::numeric, ${after?.[1]}::uuid)`),
    )
    .orderBy('found.match', 'desc')
    .orderBy('patients.id', 'desc')
    .limit(limit + 1)
    .execute()
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    data: rows.slice(0, limit).map(({ match: _, ...row }) => toPatient(row)),
    nextCursor: last ? encodeCursor([last.match, last.id]) : null,
  }
}

function narrowed(tx: Reader, { identifier, birthDate, phone, status }: Filters) {
  let query = patients(tx).where('patients.mergedInto', status === 'merged' ? 'is not' : 'is', null)
  if (identifier) query = query.where('patients.id', 'in', withIdentifier(identifier))
  if (birthDate) query = query.where('patients.birthDate', '=', birthDate)
  if (phone) query = query.where('patients.id', 'in', withPhone(phone))
  return query
}
