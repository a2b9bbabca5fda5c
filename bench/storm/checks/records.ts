import type { Called, Final } from './observed.ts'

/** Finds records again, by a text that only one of them has. */
const places = {
  user: 'select email as mark from users',
  invitation: 'select email as mark from invitations',
  key: 'select name as mark from api_keys',
  project: 'select name as mark from projects where deleted_at is null',
  source:
    'select title as mark from sources s join projects p on p.id = s.project_id where deleted_at is null',
  tracker: `select t.name as mark from trackers t join projects p on p.id = t.project_id
    where t.deleted_at is null and p.deleted_at is null`,
  skill: 'select name as mark from skills',
  run: `select input ->> 'question' as mark from skill_runs where retry_of is null`,
  patient: 'select family_name as mark from patients',
  merge: 'select reason as mark from patient_merges where undone_at is null',
  flag: 'select id::text as mark from not_duplicate_pairs',
  item: 'select sku as mark from items',
  location: 'select name as mark from locations',
  receipt: `select delivery_note as mark from stock_documents where kind = 'receipt'`,
  document: `select note as mark from stock_documents where kind in ('adjustment', 'reversal', 'transfer')`,
  invoice: 'select note as mark from invoices',
  payment: 'select reference as mark from payments where reverses is null',
  paymentReversal: 'select reason as mark from payments',
  creditNote: 'select reason as mark from credit_notes',
  void: 'select void_reason as mark from invoices',
}
export type Kind = keyof typeof places
/** What is promised is done later, by a job. */
export type State = 'done' | 'promised' | 'removed' | 'unknown'
type States = Record<Kind, Map<string, State>>
interface Queryable {
  query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

const eachKind = <T>(of: (kind: Kind) => T) =>
  Object.fromEntries(Object.keys(places).map((kind) => [kind, of(kind as Kind)])) as Record<Kind, T>

interface Field {
  column: string
  id: string | null
  /** The last value that it certainly had; none while that is unknown. */
  values: unknown[]
  /** Those of lost requests. */
  late: unknown[]
}

/** Remembers what became of records, and the values of some of their columns. */
export function createRecords() {
  const states: States = eachKind(() => new Map())
  const fields = new Map<string, Field>()
  return {
    states,
    fields,
    /** Notes what became of a record. Nothing did if that was refused. */
    note(kind: Kind, mark: string, state: State, { answer, lost }: Called<unknown>): void {
      // A repeat of a request that returned a secret is refused.
      const isDone = answer?.kind === 'done' || answer?.code === 'already_done'
      if (isDone || lost !== null) states[kind].set(mark, isDone ? state : 'unknown')
    },
    /** Notes the value of a column of a row. What was lost takes effect at any time, or never. */
    set(column: string, id: string | null, value: unknown, { answer, lost }: Called<unknown>): void {
      const place = `${column} ${id}`
      const field: Field = fields.get(place) ?? { column, id, values: [], late: [] }
      fields.set(place, field)
      if (answer?.kind === 'done') field.values = [value]
      if (lost !== null) field.late.push(value)
    },
    /** The records that are certainly there at the moment. */
    existing: (): States =>
      eachKind((kind) => new Map([...states[kind]].filter(([, state]) => state === 'done'))),
  }
}

/** Counts the records of each mark in a database. */
export async function countRecords(pool: Queryable): Promise<Final['records']> {
  const counts = eachKind(() => new Map<string, number>())
  for (const [kind, place] of Object.entries(places)) {
    const { rows } = await pool.query(`select mark, count(*) from (${place}) as found group by mark`)
    for (const { mark, count } of rows) counts[kind as Kind].set(String(mark), Number(count))
  }
  return counts
}

/** Checks that no record is lost, there twice, or still there after it was removed. */
export function checkRecords(states: States, counts: Final['records']): string[] {
  const wrong: string[] = []
  for (const [kind, expected] of Object.entries(states))
    for (const [mark, state] of expected) {
      const count = counts[kind]?.get(mark) ?? 0
      if (count > 1) wrong.push(`${kind} ${mark} exists ${count} times`)
      const isExpected = state === 'done' || state === 'promised'
      if (isExpected && count === 0) wrong.push(`${kind} ${mark} was created and is lost`)
      if (state === 'removed' && count > 0) wrong.push(`${kind} ${mark} was removed and still exists`)
    }
  return wrong
}

/** Checks that each column has a value that it was set to. */
export async function checkFields(
  { fields }: ReturnType<typeof createRecords>,
  pool: Queryable,
): Promise<string[]> {
  const wrong: string[] = []
  for (const { column, id, values, late } of fields.values()) {
    if (values.length === 0) continue
    const [table, name] = column.split('.')
    const { rows } = await pool.query(
      `select ${name} as value from ${table} t where $1::text is null or to_jsonb(t) ->> 'id' = $1`,
      [id],
    )
    const possible = [...values, ...late]
    if (rows[0] && !possible.includes(rows[0].value))
      wrong.push(`${column} of ${id} is ${rows[0].value} instead of ${possible.join(' or ')}`)
  }
  return wrong
}
