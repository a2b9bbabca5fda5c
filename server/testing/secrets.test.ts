import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { type NodeProcess, postgres, startNodeProcess, testSecret } from './index.ts'
import { howToGetPostgres } from './postgres.ts'
import { type Secrets, spendDay } from './secret-day.ts'

describe('the secret is nowhere', () => {
  const skip = !postgres && `needs ${howToGetPostgres}`
  test('on PostgreSQL: not in its dump, the log, the data folder, a page or a later answer', {
    skip,
  }, async () => {
    const databaseUrl = await postgres!.createDatabase()
    const node = await startNodeProcess({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'debug' })
    try {
      const { secrets, answered } = await spendDay(node, (work) => withBrokenAuditLog(databaseUrl, work))
      secrets.set('SECRET', testSecret)
      secrets.set('the database’s password', new URL(databaseUrl).password)
      assert.equal(await node.end('SIGTERM'), 0)

      const run = promisify(execFile)
      const { stdout: dump } = await run(join(postgres!.binDir, 'pg_dump'), [databaseUrl], {
        maxBuffer: 2 ** 28,
      })
      // What is searched is what was meant: each holds things that are no secrets.
      assert.match(dump, /api_key\.revoke/)
      assert.match(node.output(), /call failed/)
      assert.match(answered, /"activeCount":/)
      assert.deepEqual(found(secrets, { dump, log: node.output(), answers: answered }), [])
      assert.deepEqual(found(secrets, await filesOf(node)), [])
    } finally {
      await node.remove()
      await postgres!.dropDatabase(databaseUrl)
    }
  })

  test('on the embedded database: in no byte of its files but the file of SECRET itself', async () => {
    const node = await startNodeProcess({ SECRET: '', LOG_LEVEL: 'debug' })
    try {
      const { secrets, answered } = await spendDay(node, async () => {})
      secrets.set('SECRET', (await readFile(join(node.dataDir, 'secret'), 'utf8')).trim())
      assert.equal(await node.end('SIGTERM'), 0)
      const files = await filesOf(node)
      assert.ok(Object.values(files).some((bytes) => bytes.includes('a key that is revoked')))
      assert.deepEqual(found(secrets, { log: node.output(), answers: answered, ...files }), [])
    } finally {
      await node.remove()
    }
  })
})

/** Where which secret is, in any of the forms that a database or a log might give it. */
function found(secrets: Secrets, places: Record<string, string | Buffer>): string[] {
  assert.ok(secrets.size >= 15)
  return Object.entries(places).flatMap(([place, content]) =>
    [...secrets].flatMap(([what, secret]) => {
      assert.ok(secret.length >= 16, `${what} is no secret: ${secret}`)
      const isIn = formsOf(secret).some((form) => content.includes(form))
      return isIn ? [`${what} is in ${place}`] : []
    }),
  )
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const decoded = Buffer.from(secret, 'base64url').toString('hex')
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), decoded]
}

/** The files of a node's data folder, the one that holds SECRET aside. */
async function filesOf({ dataDir }: NodeProcess): Promise<Record<string, Buffer>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const files: Record<string, Buffer> = {}
  for (const path of paths) if (path !== join(dataDir, 'secret')) files[path] = await readFile(path)
  return files
}

/** Makes every change fail that is audited, with an error that quotes the row. */
async function withBrokenAuditLog(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(`alter table audit_log add constraint broken check (action = '') not valid`)
    await work()
    await client.query('alter table audit_log drop constraint broken')
  } finally {
    await client.end()
  }
}
