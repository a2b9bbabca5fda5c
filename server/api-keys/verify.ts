import type { PoolClient } from 'pg'
import { type Actor, hasFormatAndChecksum, type Role } from '#contract'
import { type Database, unguarded } from '#platform'
import { hashToken, sha256 } from './token.ts'

export interface VerifyKey {
  (token: string): Promise<KeyBearer | null>
  /** How many tokens were looked up so far, and in how many queries. */
  counts: { lookUps: number; queries: number }
}

/** Who calls with a valid key. */
export interface KeyBearer {
  actor: Omit<Actor, 'address'>
  keyId: string
  /** The database's time when the key was valid. */
  at: string
}

interface Row {
  token_hash: Buffer
  key_id: string
  key_name: string
  prefix: string
  user_id: string
  user_name: string
  email: string
  role: Role
  at: string
}

interface Waiting {
  hash: Buffer
  resolve(row: Row | undefined): void
  reject(error: unknown): void
}

/** Wrong, expired and revoked keys, and those of disabled owners, all yield no row. Uses the database's clock. */
export const lookUp = {
  name: 'verify-api-keys',
  text: `
    select key.token_hash, key.id as key_id, key.name as key_name, key.prefix,
           owner.id as user_id, owner.name as user_name, owner.email, owner.role, clock_timestamp()::timestamptz(3) as at
    from api_keys key join users owner on owner.id = key.owner_id
    where key.token_hash = any ($1)
      and key.revoked_at is null
      and (key.expires_at is null or key.expires_at > clock_timestamp())
      and not owner.disabled`,
}

const largestBatch = 500

/**
 * Creates the function that verifies tokens. Nothing is cached, so every node refuses a key as soon as its revocation
 * was answered. Look-ups that arrive while waiting for a connection share one query. It starts after the last of them
 * arrived, so under READ COMMITTED it sees everything committed before.
 */
export function createVerifyKey(db: Database): VerifyKey {
  const waiting: Waiting[] = []
  const counts = { lookUps: 0, queries: 0 }
  let asking = false

  return Object.assign(verifyKey, { counts })

  async function verifyKey(token: string): Promise<KeyBearer | null> {
    if (!hasFormatAndChecksum(token, sha256)) return null
    const row = await new Promise<Row | undefined>((resolve, reject) => {
      waiting.push({ hash: hashToken(token), resolve, reject })
      if (!asking) askForConnection()
    })
    if (!row) return null
    const actor = {
      userId: row.user_id,
      name: row.user_name,
      email: row.email,
      role: row.role,
      via: 'api_key' as const,
      apiKey: { id: row.key_id, name: row.key_name, prefix: row.prefix },
      session: null,
    }
    return { actor, keyId: row.key_id, at: row.at }
  }

  function askForConnection(): void {
    asking = true
    unguarded(() => setImmediate(answerWaiting))
  }

  async function answerWaiting(): Promise<void> {
    let connection: PoolClient
    try {
      connection = await db.authenticationPool.connect()
    } catch (error) {
      for (const { reject } of takeBatch()) reject(error)
      return
    }
    const batch = takeBatch()
    try {
      const hashes = new Map(batch.map(({ hash }) => [hash.toString('base64'), hash]))
      const { rows } = await connection.query<Row>({ ...lookUp, values: [[...hashes.values()]] })
      const found = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]))
      for (const { hash, resolve } of batch) resolve(found.get(hash.toString('base64')))
      connection.release()
    } catch (error) {
      connection.release(true)
      for (const { reject } of batch) reject(error)
    }
  }

  function takeBatch(): Waiting[] {
    const batch = waiting.splice(0, largestBatch)
    counts.lookUps += batch.length
    counts.queries++
    asking = waiting.length > 0
    if (asking) askForConnection()
    return batch
  }
}
