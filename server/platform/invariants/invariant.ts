import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '../database/database.ts'

/** A row that breaks an invariant. */
export interface Broken {
  /** The table and the primary key: `items 0199…`. */
  row: string
  /** What is wrong, for a person. */
  what: string
}

/** Where an invariant looks. */
export interface Checking {
  /** One moment of the database, which nobody changes. */
  tx: Transaction
  /** Asks how it is at present, for what lies beside the database and may have changed since that moment. */
  atPresent<T>(ask: (reader: Reader) => Promise<T>): Promise<T>
}

/** Something that is always true of the database, whatever was called and wherever it was interrupted. */
export interface Invariant {
  /** A sentence. */
  says: string
  /** Gives what breaks it, a bounded part of the database in memory at a time. */
  check(checking: Checking): AsyncIterable<Broken>
}

const rowsAtOnce = 500
let cursors = 0

/** The rows of a query, some hundred at a time, within a transaction. */
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

/** One that a query finds the breaches of: its columns are `row` and `what`. */
export const noRow = (says: string, query: RawBuilder<Broken>): Invariant => ({
  says,
  check: ({ tx }) => rowsOf(tx, query),
})

/** One of each row of a query, judged here: what is wrong with it, or null. */
export const eachRow = <Row>(
  says: string,
  query: RawBuilder<Row & { row: string }>,
  judge: (row: Row) => string | null,
): Invariant => ({
  says,
  async *check({ tx }) {
    for await (const row of rowsOf(tx, query)) {
      const what = judge(row)
      if (what !== null) yield { row: row.row, what }
    }
  },
})
