/**
 * A process that holds an embedded database, for tests that end it roughly or look at what it does to the disk.
 *
 * `node embedded-process.ts <folder>` reports `open <count> <highest id>` and inserts a row for each line it is sent,
 * or without end when the line is `forever`, each acknowledged with its id.
 */
import { createInterface } from 'node:readline'
import pg from 'pg'
import { openEmbedded } from '../embedded.ts'
import { printLine as say } from './print-line.ts'

const database = await openEmbedded(process.argv[2] ?? '').catch((error) => {
  say(`${error.name}: ${error.message}`)
  return process.exit(1)
})
database.failed.catch((error) => {
  say(`failed ${error.message}`)
  process.exit(1)
})
const client = new pg.Client({ stream: database.stream, user: 'postgres' })
client.on('error', () => {})
await client.connect()
await client.query('CREATE TABLE IF NOT EXISTS kept (id integer PRIMARY KEY, filler text NOT NULL)')
const { rows } = await client.query(
  'SELECT count(*)::int AS count, coalesce(max(id), 0) AS highest FROM kept',
)
let highest: number = rows[0].highest
say(`open ${rows[0].count} ${highest}`)

async function insert() {
  highest += 1
  await client.query('INSERT INTO kept VALUES ($1, $2)', [highest, 'filler'.repeat(1 + (highest % 500))])
  say(`${highest}`)
}

for await (const line of createInterface(process.stdin)) {
  do await insert()
  while (line === 'forever')
}
await client.end()
await database.close()
say('closed')
