import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '../database/database.ts'

/** A row that breaks an invariant. */
export interface Violation {
  /** The table and the primary key, such as `items 0199…`. */
  row: string
  /** What is wrong with it. */
  what: string
}

/** The data that an invariant is checked against. */
export interface Snapshot {
  /** A snapshot of the database. */
  tx: Transaction
  /** Queries the current state, to compare with files that may have changed since the snapshot. */
  atPresent<T>(ask: (reader: Reader) => Promise<T>): Promise<T>
}

/** A rule that the database always fulfils, whatever was called and wherever it was interrupted. */
export interface Invariant {
  /** The rule as a sentence. */
  rule: string
  /** Yields violations, with a bounded part of the database in memory. */
  check(snapshot: Snapshot): AsyncIterable<Violation>
}

const rowsAtOnce = 500
let cursors = 0

/** Yields the rows of a query, fetching 500 at a time within a transaction. */
export async function* rowsOf<Row>(tx: Transaction, query: RawBuilder<Row>): AsyncGenerator<Row> {
  const cursor = sql.ref(`invariant_${++cursors}`)
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(tx)
  const more = sql<Row>`fetch ${sql.lit(rowsAtOnce)} from ${cursor}`
  for (;;) {
    const { rows } = await more.execute(tx)
    yield* rows
    if (rows.length < rowsAtOnce) break
  }
  await sql`close ${cursor}`.execute(tx)
}

/** Creates an invariant from a query for violations, with the columns `row` and `what`. */
export const noRow = (rule: string, query: RawBuilder<Violation>): Invariant => ({
  rule,
  check: ({ tx }) => rowsOf(tx, query),
})

/** Creates an invariant from a query and a function that returns what is wrong with a row, or null. */
export const eachRow = <Row>(
  rule: string,
  query: RawBuilder<Row & { row: string }>,
  judge: (row: Row) => string | null,
): Invariant => ({
  rule,
  async *check({ tx }) {
    for await (const row of rowsOf(tx, query)) {
      const what = judge(row)
      if (what !== null) yield { row: row.row, what }
    }
  },
})
