import { sql } from 'kysely'
import { z } from 'zod'
import { listDuplicates, type Patient } from '#contract'
import { implement } from '#platform'
import { decodeCursor, encodeCursor } from '../../cursor.ts'
import { patients, toPatient } from '../patient-rows.ts'
import { lastSearch } from './searches.ts'

const place = z.tuple([z.number().min(0).max(1), z.uuid(), z.uuid()])
type Place = z.output<typeof place>

export const list = implement(listDuplicates, async ({ tx, query: { limit, cursor } }) => {
  const after = decodeCursor(place, cursor)
  // Read first, so that a response with a finished search also has its results.
  const search = await lastSearch(tx)
  const { rows } = await likelyDuplicates(after, limit + 1).execute(tx)
  const listed = rows.slice(0, limit)
  const last = listed.at(-1)
  const ids = listed.flatMap(({ a, b }) => [a, b])
  const found = ids.length === 0 ? [] : await patients(tx).where('patients.id', 'in', ids).execute()
  const byId = new Map(found.map((row) => [row.id, toPatient(row)]))
  return {
    data: listed.map(({ a, b, ...resemblance }) => ({
      patients: [byId.get(a)!, byId.get(b)!] as [Patient, Patient],
      ...resemblance,
    })),
    nextCursor: rows.length > limit && last ? encodeCursor([last.score, last.a, last.b]) : null,
    search,
  }
})

/** Selects the results of the last finished search, without pairs merged or flagged since. */
export function likelyDuplicates(after: Place | undefined, limit: number) {
  const [score, a, b] = after ?? []
  return sql<{ a: string; b: string; score: number; reasons: string[] }>`
    select found.patient_a as a, found.patient_b as b, found.score, found.reasons
    from likely_duplicates found
    where search_id = (
      select id from duplicate_searches where status = 'done' order by finished_at desc, id desc limit 1)
    and not exists (
      select from patients where id in (found.patient_a, found.patient_b) and merged_into is not null)
    and not marked_as_different(found.patient_a, found.patient_b)
    ${
      after
        ? sql`and found.score <= ${score} and (
            found.score < ${score} or (found.patient_a, found.patient_b) > (${a}::uuid, ${b}::uuid))`
        : sql``
    }
    order by found.score desc, found.patient_a, found.patient_b
    limit ${limit}`
}
