import type pg from 'pg'
import { isDone } from './caller.ts'

/** What became of something that was asked for. */
export type State = 'answered' | 'taken away' | 'unknown'

/** Where things are found again, by a text that each of them has alone. */
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
  document: `select note as mark from stock_documents where kind in ('adjustment', 'reversal')`,
  invoice: 'select note as mark from invoices',
  payment: 'select reference as mark from payments',
  creditNote: 'select reason as mark from credit_notes',
  void: 'select void_reason as mark from invoices',
}
export type Kind = keyof typeof places

/** Remembers what was answered, and looks in the end whether it is there, once. */
export function createEffects() {
  const states = Object.fromEntries(Object.keys(places).map((kind) => [kind, new Map()])) as Record<
    Kind,
    Map<string, State>
  >
  const fields = new Map<string, { query: string; values: unknown[]; said: Set<unknown> }>()
  let marks = 0

  return {
    /** A text that nothing else has. */
    newMark: (prefix: string) => `${prefix}-${++marks}-soak`,
    set(kind: Kind, mark: string, state: State): void {
      states[kind].set(mark, state)
    },
    /** Remembers what came of asking for something. */
    made(kind: Kind, mark: string, outcome: { kind: string }): void {
      if (outcome.kind !== 'refused') states[kind].set(mark, isDone(outcome) ? 'answered' : 'unknown')
    },
    /** Remembers what came of taking it away. */
    gone(kind: Kind, mark: string, outcome: { kind: string }): void {
      states[kind].set(mark, isDone(outcome) ? 'taken away' : 'unknown')
    },
    /** The last value that a field of a row was given; without an answer, it may also have the one before. */
    setField(query: string, values: unknown[], value: unknown, answered: boolean): void {
      const place = JSON.stringify([query, values])
      const field = fields.get(place) ?? { query, values, said: new Set() }
      if (answered) field.said.clear()
      field.said.add(value)
      fields.set(place, field)
    },
    count: () => Object.values(states).reduce((sum, { size }) => sum + size, fields.size),
    /** What was answered and is not there, or is there twice; a sentence each. */
    async compare(pool: pg.Pool): Promise<string[]> {
      const wrong: string[] = []
      for (const [kind, query] of Object.entries(places)) {
        const { rows } = await pool.query<{ mark: string; count: string }>(
          `select mark, count(*) from (${query}) as there where mark like '%-soak%' or mark ~ '^[0-9a-f-]{36}$' group by mark`,
        )
        const there = new Map(rows.map(({ mark, count }) => [mark, Number(count)]))
        for (const [mark, state] of states[kind as Kind]) {
          const count = there.get(mark) ?? 0
          if (count > 1) wrong.push(`${kind} ${mark} is there ${count} times`)
          if (state === 'answered' && count === 0)
            wrong.push(`${kind} ${mark} was answered, and is not there`)
          if (state === 'taken away' && count > 0) wrong.push(`${kind} ${mark} was taken away, and is there`)
        }
      }
      for (const { query, values, said } of fields.values()) {
        const { rows } = await pool.query(query, values)
        const value = rows[0] && Object.values(rows[0])[0]
        if (rows[0] && !said.has(value))
          wrong.push(`${query} (${values}) gives ${value}, and ${[...said].join(' or ')} was said`)
      }
      return wrong
    },
  }
}

export type Effects = ReturnType<typeof createEffects>
