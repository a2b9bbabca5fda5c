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

/** The bearers of valid keys, by the hashes of their tokens. */
type Bearers = ReadonlyMap<string, KeyBearer>

/** Look-ups that share a query. */
interface Batch {
  hashes: string[]
  bearers: Promise<Bearers>
}

/** What is known of a key, and the versions of the rows of key and owner that it is from. */
interface Known {
  versions: string
  keyId: string
  actor: Actor
}

/**
 * The keys among `$1` that are valid at this moment. Wrong, expired and revoked keys, and those of disabled owners, all yield
 * no row. Uses the database's clock. The planner does not see how many hashes there are, so that it keeps one plan, which
 * uses the index: planning takes longer than looking up.
 */
const valid = `
    from (select $1::bytea[] as hashes offset 0) given
    cross join unnest(given.hashes) with ordinality as sought (hash, n)
    cross join lateral (
      select key.*, key.xmin as version from api_keys key where token_hash = hash offset 0
    ) key
    join users owner on owner.id = key.owner_id and not owner.disabled
    where (key.expires_at is null or key.expires_at > clock_timestamp())
      and key.revoked_at is null`

const versions = `key.version::text || ' ' || owner.xmin::text`

/**
 * Which keys are valid, in one row: for each its place among the hashes, and the versions of the rows that its bearer's
 * description is from. PostgreSQL changes `xmin` whenever it changes a row.
 */
export const lookUp = {
  name: 'verify-api-keys',
  text: `
    select clock_timestamp()::timestamptz(3) as at, json_object_agg(n, ${versions}) as found ${valid}`,
}

/** Who bears these keys. */
const description = {
  name: 'describe-api-keys',
  text: `
    select encode(hash, 'hex') as hash, ${versions} as versions, key.id as "keyId",
      json_build_object(
        'userId', owner.id, 'name', owner.name, 'email', owner.email, 'role', owner.role,
        'access', access_of(owner), 'via', 'api_key',
        'apiKey', json_build_object('id', key.id, 'name', key.name, 'prefix', key.prefix), 'session', null) as actor
    ${valid}`,
}

/** Of about a kilobyte each. */
const mostKnown = 5_000
const largestBatch = 500
const nobody = Promise.resolve(null)

/**
 * Creates the function that verifies tokens. Every call asks the database whether its key is valid, so every node refuses a
 * key as soon as its revocation was answered. Only what the bearer is called is remembered, for as long as neither the row
 * of the key nor that of its owner changes. Look-ups that arrive while waiting for a connection share one query. It starts
 * after the last of them arrived, so under READ COMMITTED it sees everything committed before.
 */
export function createVerifyKey(db: Database): VerifyKey {
  const counts = { lookUps: 0, queries: 0 }
  /** The batch that look-ups can still join. */
  let open: Batch | undefined
  const known = new Map<string, Known>()

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

  async function lookUpBearers(connection: Session, given: string[]): Promise<Bearers> {
    const hashes = [...new Set(given)]
    counts.queries++
    const { rows } = await connection.query<{ at: string; found: Record<string, string> | null }>({
      ...lookUp,
      values: [hashes.map(asBytes)],
    })
    const { at, found } = rows[0]!
    const bearers = new Map<string, KeyBearer>()
    const changed: string[] = []
    for (const [place, versions] of Object.entries(found ?? {})) {
      const hash = hashes[Number(place) - 1]!
      const bearer = known.get(hash)
      if (bearer?.versions === versions) bearers.set(hash, { ...bearer, at })
      else changed.push(hash)
    }
    if (changed.length > 0)
      for (const { hash, ...bearer } of await describeBearers(connection, changed))
        bearers.set(hash, { ...bearer, at })
    return bearers
  }

  async function describeBearers(
    connection: Session,
    hashes: string[],
  ): Promise<(Known & { hash: string })[]> {
    const { rows } = await connection.query<Known & { hash: string }>({
      ...description,
      values: [hashes.map(asBytes)],
    })
    if (known.size + rows.length > mostKnown) known.clear()
    for (const { hash, ...bearer } of rows) known.set(hash, bearer)
    return rows
  }
}

const asBytes = (hash: string): string => `\\x${hash}`
