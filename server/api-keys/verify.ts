import { setImmediate as turn } from 'node:timers/promises'
import { type Actor, hasFormatAndChecksum } from '#contract'
import { type Database, type Session, unguarded } from '#database'
import { sha256 } from './token.ts'

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
  hash: string
  at: string
  key_id: string
  actor: Actor
}

/** The bearers of valid keys, by the hashes of their tokens. */
type Bearers = ReadonlyMap<string, KeyBearer>

/** Look-ups that share a query. */
interface Batch {
  hashes: string[]
  bearers: Promise<Bearers>
}

/**
 * Wrong, expired and revoked keys, and those of disabled owners, all yield no row. Uses the database's clock. The planner
 * does not see how many hashes there are, so that it keeps one plan, which uses the index: planning takes longer than
 * looking up.
 */
export const lookUp = {
  name: 'verify-api-keys',
  text: `
    select encode(hash, 'hex') as hash, clock_timestamp()::timestamptz(3) as at, key.id as key_id,
      json_build_object(
        'userId', owner.id, 'name', owner.name, 'email', owner.email, 'role', owner.role, 'via', 'api_key',
        'apiKey', json_build_object('id', key.id, 'name', key.name, 'prefix', key.prefix), 'session', null) as actor
    from (select $1::bytea[] as hashes offset 0) given
    cross join unnest(given.hashes) as hash
    cross join lateral (select * from api_keys where token_hash = hash offset 0) key
    join users owner on owner.id = key.owner_id and not owner.disabled
    where (key.expires_at is null or key.expires_at > clock_timestamp())
      and key.revoked_at is null`,
}

const largestBatch = 500
const nobody = Promise.resolve(null)

/**
 * Creates the function that verifies tokens. Nothing is cached, so every node refuses a key as soon as its revocation
 * was answered. Look-ups that arrive while waiting for a connection share one query. It starts after the last of them
 * arrived, so under READ COMMITTED it sees everything committed before.
 */
export function createVerifyKey(db: Database): VerifyKey {
  const counts = { lookUps: 0, queries: 0 }
  /** The batch that look-ups can still join. */
  let open: Batch | undefined

  return Object.assign(verifyKey, { counts })

  function verifyKey(token: string): Promise<KeyBearer | null> {
    if (!hasFormatAndChecksum(token, sha256)) return nobody
    counts.lookUps++
    const hash = sha256(token)
    open ??= unguarded(openBatch)
    const { hashes, bearers } = open
    if (hashes.push(hash) === largestBatch) open = undefined
    return bearers.then((found) => found.get(hash) ?? null)
  }

  function openBatch(): Batch {
    const batch: Batch = { hashes: [], bearers: answer() }
    return batch

    async function answer(): Promise<Bearers> {
      try {
        // Calls that arrived at the same time join before a connection is even asked for.
        await turn()
        return await db.authenticationPool.lend((connection) => {
          close()
          return lookUpBearers(connection, batch.hashes)
        })
      } finally {
        close()
      }
    }

    function close(): void {
      if (open === batch) open = undefined
    }
  }

  async function lookUpBearers(connection: Session, hashes: string[]): Promise<Bearers> {
    counts.queries++
    const bytes = [...new Set(hashes)].map((hash) => `\\x${hash}`)
    const { rows } = await connection.query<Row>({ ...lookUp, values: [bytes] })
    return new Map(rows.map(({ hash, at, key_id, actor }) => [hash, { actor, keyId: key_id, at }]))
  }
}
