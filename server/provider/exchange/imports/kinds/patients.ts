import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { addressFields, blankPatient, createPatient, identifierPrefix, patientColumns } from '#contract'
import type { Transaction } from '#database'
import { isOtherPerson } from '#engines/linkage'
import { newId } from '#platform'
import { setOwn } from '#rules/own'
import { writeHistory } from '../../../patients/changes.ts'
import { refuseNameless, toColumns } from '../../../patients/fields.ts'
import { completed, refuseRepeated, writeIdentifiers } from '../../../patients/identifiers.ts'
import { patientName } from '../../../patients/live.ts'
import { type PatientRow, patients, toPatient } from '../../../patients/patient-rows.ts'
import { described, flagDuplicates } from './duplicates.ts'
import { failed, type Importer, type Outcome, type ParsedRow, type RecordKind } from './kind.ts'
import { plainValue, problemsIn, problemsOf } from './values.ts'
import { insertRows, updateRows } from './write-rows.ts'

interface PatientFields extends z.output<typeof createPatient.body> {
  /** The systems of which the row has all identifiers; null if it has all of the patient's. */
  systems: string[] | null
}

type Row = ParsedRow<PatientFields>
type Wanted = Omit<PatientRow, 'version' | 'mergedInto' | 'createdAt' | 'updatedAt'>

export const patientKind: RecordKind<PatientFields> = {
  parse,
  async write(tx, importer, rows) {
    const { known, outcomes } = await lockKnown(tx, rows)
    outcomes.push(...(await update(tx, importer, known)))
    const seen = new Set(outcomes.map(({ number }) => number))
    const added = await add(
      tx,
      importer,
      rows.filter(({ number }) => !seen.has(number)),
    )
    return [...outcomes, ...added]
  },
}

function parse(values: ReadonlyMap<string, unknown>): ReturnType<typeof patientKind.parse> {
  const given: Record<string, unknown> = {}
  const address: Record<string, unknown> = {}
  /** The fields that the identifiers come from. */
  const sources: string[] = []
  const identifiers: unknown[] = []
  const systems: string[] = []
  for (const [field, value] of values) {
    const plain = plainValue(value)
    if (field === 'externalId') continue
    const part = field === 'addressLine' ? 'line' : field
    if (addressFields.some((known) => known === part)) setOwn(address, part, plain)
    else if (field === 'sex') given.sex = plain === null ? 'unknown' : String(plain).trim().toLowerCase()
    else if (field === 'identifiers') {
      const list = toList(plain)
      if (!list) return { problems: [{ field, message: identifiersMessage }] }
      for (const identifier of list) {
        sources.push(field)
        identifiers.push(identifier)
      }
    } else if (field.startsWith(identifierPrefix)) {
      const system = field.slice(identifierPrefix.length)
      systems.push(system)
      if (plain === null) continue
      sources.push(field)
      identifiers.push({ system, value: plain })
    } else setOwn(given, field, plain)
  }
  const hasIdentifiers = values.has('identifiers') || systems.length > 0
  const parsed = createPatient.body.safeParse({
    ...given,
    ...(Object.keys(address).length > 0 && { address }),
    ...(hasIdentifiers && { identifiers }),
  })
  const fieldOf = (path: string): string => {
    const [first = '', second = ''] = path.split(/[.[\]]+/)
    if (first === 'identifiers') return sources[Number(second)] ?? first
    return first === 'address' && second === 'line' ? 'addressLine' : first === 'address' ? second : first
  }
  if (!parsed.success) return { problems: problemsIn(parsed.error, fieldOf) }
  const repeated = problemsOf(() => refuseRepeated(parsed.data.identifiers ?? []), fieldOf)
  if (repeated.length > 0) return { problems: repeated }
  return { fields: { ...parsed.data, systems: values.has('identifiers') ? null : systems } }
}

const identifiersMessage =
  'Enter a JSON array such as [{"system":"insurance","value":"A-1"}], or use one column per system'

function toList(value: unknown): unknown[] | null {
  if (value === null) return []
  if (Array.isArray(value)) return value
  try {
    const list: unknown = JSON.parse(String(value))
    return Array.isArray(list) ? list : null
  } catch {
    return null
  }
}

/** Locks the patients that rows were imported as, or whose ids are the keys, as in an export. */
async function lockKnown(tx: Transaction, rows: Row[]) {
  const outcomes: Outcome[] = []
  const known: { row: Row; before: PatientRow }[] = []
  const idOf = ({ key, recordId }: Row) => recordId ?? z.uuid().safeParse(key.toLowerCase()).data
  const ids = rows.flatMap((row) => idOf(row) ?? [])
  if (ids.length === 0) return { known, outcomes }
  // Waits for concurrent merges and edits.
  const matching = sql<boolean>`patients.id = any(${ids}::uuid[])`
  await tx.selectFrom('patients').select('id').where(matching).orderBy('id').forNoKeyUpdate().execute()
  const found = new Map((await patients(tx).where(matching).execute()).map((row) => [row.id, row]))
  const first = new Map<string, number>()
  for (const row of rows) {
    const before = found.get(idOf(row) ?? '')
    if (!before) continue
    const other = first.get(before.id)
    if (other !== undefined)
      outcomes.push(failed(row.number, { field: null, message: `The same patient as row ${other}` }))
    else if (before.mergedInto)
      outcomes.push({
        number: row.number,
        result: 'flagged',
        problems: [
          {
            kind: 'duplicate',
            field: null,
            message: `${patientName(before)} was merged into another patient`,
            patientId: before.mergedInto,
          },
        ],
      })
    else known.push({ row, before })
    first.set(before.id, row.number)
  }
  return { known, outcomes }
}

async function update(
  tx: Transaction,
  importer: Importer,
  known: { row: Row; before: PatientRow }[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const changed: { before: PatientRow; wanted: Wanted; identifiers: boolean }[] = []
  for (const { row, before } of known) {
    const { number } = row
    const { identifiers, systems, ...fields } = row.fields
    const kept = before.identifiers.filter(({ system }) => systems !== null && !systems.includes(system))
    const wanted: PatientRow = {
      ...before,
      ...toColumns(fields),
      ...(identifiers && { identifiers: [...kept, ...identifiers.map(completed)] }),
    }
    const problems = problemsOf(() => refuseNameless(wanted))
    if (problems.length > 0) outcomes.push(failed(number, ...problems))
    else if (isDeepStrictEqual(wanted, before))
      outcomes.push({ number, result: 'unchanged', recordId: before.id })
    else if (isOtherPerson(before, wanted)) {
      const message = `The row has another name and date of birth (${described(wanted)}) than the patient with this key (${described(before)})`
      const problem = { kind: 'mismatch' as const, field: null, message, patientId: before.id }
      outcomes.push({ number, result: 'flagged', problems: [problem] })
    } else {
      changed.push({ before, wanted, identifiers: identifiers !== undefined })
      outcomes.push({ number, result: 'updated', recordId: before.id })
    }
  }
  if (changed.length === 0) return outcomes
  await updateRows(
    tx,
    'patients',
    patientColumns,
    changed.map(({ wanted }) => wanted),
  )
  await writeIdentifiers(
    tx,
    new Map(
      changed.filter(({ identifiers }) => identifiers).map(({ wanted }) => [wanted.id, wanted.identifiers]),
    ),
  )
  const after = await read(
    tx,
    changed.map(({ before }) => before.id),
  )
  await writeHistory(
    tx,
    importer,
    { kind: 'update' },
    changed.map(({ before }) => [toPatient(before), after.get(before.id)!]),
  )
  return outcomes
}

async function add(tx: Transaction, importer: Importer, rows: Row[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const named = rows.filter(({ number, fields }) => {
    const problems = problemsOf(() => refuseNameless(fields))
    if (problems.length > 0) outcomes.push(failed(number, ...problems))
    return problems.length === 0
  })
  if (named.length === 0) return outcomes
  // Ids created within a millisecond are not ordered, and exports are in the order of ids.
  const ids = named.map(newId).sort()
  const wanted = named.map(
    ({ fields: { identifiers = [], systems: _, ...fields } }, n): Wanted => ({
      ...blank,
      ...toColumns(fields),
      id: ids[n]!,
      identifiers: identifiers.map(completed),
    }),
  )
  await insertRows(tx, 'patients', patientColumns, wanted)
  await writeIdentifiers(
    tx,
    new Map(
      wanted.filter(({ identifiers }) => identifiers.length > 0).map((row) => [row.id, row.identifiers]),
    ),
  )
  const numberOf = new Map(named.map(({ number }, n) => [ids[n]!, number]))
  const flagged = await flagDuplicates(tx, numberOf)
  await remove(tx, [...flagged.keys()])
  const created = await read(
    tx,
    ids.filter((id) => !flagged.has(id)),
  )
  await writeHistory(
    tx,
    importer,
    { kind: 'create' },
    [...created.values()].map((patient) => [null, patient]),
  )
  for (const [id, number] of numberOf) {
    const problem = flagged.get(id)
    outcomes.push(
      problem
        ? { number, result: 'flagged', problems: [problem] }
        : { number, result: 'created', recordId: id },
    )
  }
  return outcomes
}

const blank = toColumns(blankPatient) as Omit<Wanted, 'id' | 'identifiers'>

/** Rows that were added in this transaction. */
async function remove(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('patientIdentifiers').where('patientId', 'in', ids).execute()
  await tx.deleteFrom('patients').where('id', 'in', ids).execute()
}

async function read(tx: Transaction, ids: string[]) {
  const rows = await patients(tx).where(sql<boolean>`patients.id = any(${ids}::uuid[])`).execute()
  return new Map(rows.map((row) => [row.id, toPatient(row)]))
}
