import type pg from 'pg'

export type State = 'done' | 'removed' | 'unknown'

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
  mark: 'select id::text as mark from not_duplicate_pairs',
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

/** Remembers what every call did, and compares it with the database in the end. */
export function createEffects() {
  const states = new Map(Object.keys(places).map((kind) => [kind as Kind, new Map<string, State>()]))
  const fields = new Map<string, { column: string; id: string | null; values: Set<unknown> }>()
  let marks = 0

  return {
    /** A text that nothing else has. */
    newMark: (prefix: string) => `${prefix}-${++marks}-soak`,
    /** Notes what became of a record. Nothing did if that was refused. */
    note(kind: Kind, mark: string, state: State, outcome: { kind: string } = { kind: 'done' }): void {
      if (outcome.kind !== 'refused')
        states.get(kind)!.set(mark, outcome.kind === 'unknown' ? 'unknown' : state)
    },
    /** Notes the value of a column of a row. After a lost answer it may also have the one before. */
    set(column: string, id: string | null, value: unknown, { kind }: { kind: string }): void {
      if (kind === 'refused') return
      const place = `${column} ${id}`
      const field = fields.get(place) ?? { column, id, values: new Set() }
      if (kind === 'done') field.values.clear()
      field.values.add(value)
      fields.set(place, field)
    },
    count: () => [...states.values()].reduce((sum, { size }) => sum + size, fields.size),
    /** Returns a sentence for each effect that is lost or there twice. */
    async compare(pool: pg.Pool): Promise<string[]> {
      const wrong: string[] = []
      for (const [kind, expected] of states) {
        const { rows } = await pool.query<{ mark: string; count: string }>(
          `select mark, count(*) from (${places[kind]}) as found where mark like '%-soak%' or mark ~ '^[0-9a-f-]{36}$' group by mark`,
        )
        const found = new Map(rows.map(({ mark, count }) => [mark, Number(count)]))
        for (const [mark, state] of expected) {
          const count = found.get(mark) ?? 0
          if (count > 1) wrong.push(`${kind} ${mark} exists ${count} times`)
          if (state === 'done' && count === 0) wrong.push(`${kind} ${mark} was created and is lost`)
          if (state === 'removed' && count > 0) wrong.push(`${kind} ${mark} was removed and still exists`)
        }
      }
      for (const { column, id, values } of fields.values()) {
        const [table, name] = column.split('.')
        const { rows } = await pool.query(
          `select ${name} as value from ${table} t where $1::text is null or to_jsonb(t) ->> 'id' = $1`,
          [id],
        )
        if (rows[0] && !values.has(rows[0].value))
          wrong.push(`${column} of ${id} is ${rows[0].value} instead of ${[...values].join(' or ')}`)
      }
      return wrong
    },
  }
}

export type Effects = ReturnType<typeof createEffects>
