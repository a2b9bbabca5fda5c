import { rm } from 'node:fs/promises'
import pg from 'pg'
import { type Client, createClient } from '#client'
import { type Database, migrate, openDatabase } from '#database'
import { newId } from '#platform'
import { type NodeProcess, startNodeProcess, testSecrets } from '#testing'
import { issueToken } from '../server/api-keys/token.ts'
import { learnSecrets } from '../server/start/known-secrets.ts'
import { newDataDir } from '../server/testing/data-dir.ts'
import { addPeople } from '../server/testing/people.ts'

/** A node in a separate process, whose owner has an API key. */
export interface Installation extends AsyncDisposable {
  node: NodeProcess
  url: string
  ownerId: string
  token: string
  /** Calls with the key. */
  client: Client
  /** The node's database, if it is PostgreSQL. */
  pool: pg.Pool
  /** Its PostgreSQL database and data folder, for another node. */
  settings: { DATABASE_URL: string; DATA_DIR: string }
}

/**
 * Starts a node on an empty database.
 * @param databaseUrl the embedded database by default
 * @param options.fill adds records before the node starts
 * @param options.command starts the node, by default this process
 */
export async function startInstallation(
  databaseUrl?: string,
  options: {
    settings?: Record<string, string>
    fill?: (db: Database, ownerId: string) => Promise<void>
    command?: string[]
  } = {},
): Promise<Installation> {
  const dataDir = await newDataDir(databaseUrl)
  const db = await openDatabase({ url: databaseUrl, dataDir, poolSize: 2 })
  await migrate(db.pool)
  const { owner } = await addPeople(db)
  const { token, prefix, hash } = issueToken()
  await db.pool.query(
    `insert into api_keys (id, owner_id, name, prefix, token_hash) values ($1, $2, 'Measured', $3, $4)`,
    [newId(), owner.id, prefix, hash],
  )
  // The node starts with this secret. An owner without a known one looks like a lost installation.
  await learnSecrets(db, testSecrets)
  await options.fill?.(db, owner.id)
  await db.close()

  const settings = { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir }
  const node = await startNodeProcess(
    { LOG_LEVEL: 'warn', ...settings, ...options.settings },
    options.command,
  )
  const pool = new pg.Pool({ connectionString: databaseUrl })
  return {
    node,
    url: node.url,
    ownerId: owner.id,
    token,
    client: createClient({ baseUrl: node.url, apiKey: token }),
    pool,
    settings,
    async [Symbol.asyncDispose]() {
      await pool.end()
      await node.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
