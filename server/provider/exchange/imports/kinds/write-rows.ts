import { sql } from 'kysely'
import type { Transaction } from '#database'

type Table = 'patients' | 'items'
type Row<Column extends string> = { id: string } & Record<Column, unknown>

/** Inserts rows in the order of their ids. */
export async function insertRows<Column extends string>(
  tx: Transaction,
  table: Table,
  columns: readonly Column[],
  rows: Row<Column>[],
): Promise<void> {
  const names = sql.join(['id', ...columns].map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${names}) select ${names} from ${recordset(table, columns, rows)} order by id`.execute(
    tx,
  )
}

/** Updates these columns of rows, and increments the rows' versions. */
export async function updateRows<Column extends string>(
  tx: Transaction,
  table: Table,
  columns: readonly Column[],
  rows: Row<Column>[],
): Promise<void> {
  const assignments = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`wanted.${name}`)}`)
  await sql`
    update ${sql.table(table)} as known set version = known.version + 1, updated_at = now(), ${sql.join(assignments)}
    from ${recordset(table, columns, rows)} where known.id = wanted.id`.execute(tx)
}

/** One parameter however many rows there are, so that PostgreSQL prepares one statement. The table has the types. */
function recordset<Column extends string>(table: Table, columns: readonly Column[], rows: Row<Column>[]) {
  const named = rows.map((row) =>
    Object.fromEntries(
      ['id' as const, ...columns].map((name) => [
        name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
        row[name],
      ]),
    ),
  )
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(named)}::jsonb) as wanted`
}
