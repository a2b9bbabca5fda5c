// Serves nothing but the verification of a key by better-auth's plugin: node server.js DATABASE_URL ROWS KEYS
// Without an address (''), on PGlite in this process. Prints where it listens and the keys, as one line of JSON.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { apiKey } from '@better-auth/api-key'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

const [url, rows, used] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])]
const db = new Kysely({ dialect: url ? postgres() : await pglite() })
const options = {
  secret: 'a secret that only the measurement knows',
  baseURL: 'http://127.0.0.1',
  database: { db, type: 'postgres' },
  emailAndPassword: { enabled: true },
  plugins: [apiKey({ rateLimit: { enabled: false } })],
  logger: { disabled: true },
  telemetry: { enabled: false },
}
const { runMigrations } = await getMigrations(options)
await runMigrations()
const { api } = betterAuth(options)

const someone = { name: 'Owner', email: 'owner@aerie.test', password: 'a password for measuring' }
const { user } = await api.signUpEmail({ body: someone })
const keys = []
for (let n = 0; n < used; n++)
  keys.push((await api.createApiKey({ body: { userId: user.id, name: `Key ${n}` } })).key)
await fill()

const server = createServer(async (request, response) => {
  const key = request.headers.authorization.slice('Bearer '.length)
  const { valid, key: found } = await api.verifyApiKey({ body: { key } })
  response.writeHead(valid ? 200 : 401, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ id: found?.id }))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, keys }))

/** Copies of a key with other hashes, until the table has its size. */
async function fill() {
  const { rows: found } = await sql`select column_name as name from information_schema.columns
    where table_name = 'apikey' and column_name not in ('id', 'key')`.execute(db)
  const columns = sql.join(found.map(({ name }) => sql.ref(name)))
  for (let made = used; made < rows; made += 50_000) {
    await sql`insert into apikey (id, key, ${columns})
      select gen_random_uuid()::text, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), ${columns}
      from (select * from apikey limit 1) one, generate_series(1, ${Math.min(50_000, rows - made)}::integer)`.execute(
      db,
    )
  }
  await sql`vacuum analyze apikey`.execute(db)
}

function postgres() {
  return new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 10 }) })
}

async function pglite() {
  const { PGlite } = await import('@electric-sql/pglite')
  return new PGliteDialect({ pglite: await PGlite.create() })
}
