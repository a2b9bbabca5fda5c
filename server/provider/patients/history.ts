import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { listPatientHistory, type PatientChange, patientFields } from '#contract'
import { implement } from '#platform'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { patientNotFound } from './live.ts'

type Value = PatientChange['fields'][number]['before']
type Values = Partial<Record<PatientChange['fields'][number]['field'], Value>>

/** The version of a page's last change. */
const lastShown = z.tuple([z.int().min(1)])

export const listHistory = implement(
  listPatientHistory,
  async ({ tx, params: { patientId }, query: { limit, cursor } }) => {
    const after = decodeCursor(lastShown, cursor)
    const patient = await tx
      .selectFrom('patients')
      .select('id')
      .where('id', '=', patientId)
      .executeTakeFirst()
    if (!patient) throw patientNotFound()
    const rows = await tx
      .selectFrom('patientChanges as change')
      .innerJoin('users as changer', 'changer.id', 'change.changedBy')
      .leftJoin('patientMerges as merge', 'merge.id', 'change.mergeId')
      .select([
        'change.version',
        'change.mergeId',
        'change.changedAt',
        'change.apiKeyId',
        'change.apiKeyName',
        'change.apiKeyPrefix',
        sql<PatientChange['kind']>`change.kind`.as('kind'),
        sql<PatientChange['changedBy']>`jsonb_build_object('id', changer.id, 'name', changer.name)`.as(
          'changedBy',
        ),
        sql<string | null>`case change.patient_id when merge.source_id then merge.target_id
          when merge.target_id then merge.source_id end`.as('otherPatientId'),
        sql<Values>`change.before`.as('before'),
        sql<Values>`change.after`.as('after'),
      ])
      .where('change.patientId', '=', patientId)
      .$if(after !== undefined, (query) => query.where('change.version', '<', after?.[0] ?? 0))
      .orderBy('change.version', 'desc')
      .limit(limit + 1)
      .execute()
    const data = rows
      .slice(0, limit)
      .map(({ apiKeyId, apiKeyName, apiKeyPrefix, before, after, ...row }) => ({
        ...row,
        apiKey:
          apiKeyId === null ? null : { id: apiKeyId, name: apiKeyName ?? '', prefix: apiKeyPrefix ?? '' },
        fields: fieldsOf(before, after),
      }))
    const last = data.at(-1)
    return { data, nextCursor: rows.length > limit && last ? encodeCursor([last.version]) : null }
  },
)

/** Returns the changed fields. Both names are stored if one changed; the other is left out. */
const fieldsOf = (before: Values, after: Values): PatientChange['fields'] =>
  [...patientFields, 'identifiers' as const].flatMap((field) => {
    const [old, now] = [before[field] ?? null, after[field] ?? null]
    return isDeepStrictEqual(old, now) ? [] : [{ field, before: old, after: now }]
  })
