import { setImmediate as turn } from 'node:timers/promises'
import { type Actor, hasFormatAndChecksum } from '#contract'
import { type Database, type Session, unguarded } from '#database'
import { sha256 } from './token.ts'

export interface VerifyKey {
  /** Null for what cannot be a token. */
  (token: string): Promise<KeyBearer | NoKey | null>
  /** How many tokens were looked up so far, and in how many queries. */
  counts: { lookUps: number; queries: number }
}

/** Who calls with a valid key. */
export interface KeyBearer {
  actor: Omit<Actor, 'address'>
  keyId: string
  expiresAt: string | null
  /** The database's time when the key was valid. */
  at: string
}

/** What is no valid key. The caller must not learn whether it ever was one. */
export interface NoKey {
  actor: null
  /** Null if it never was one. */
  ended: Ended | null
  /** The database's time when the key was looked up. */
  at: string
}

interface Ended {
  keyId: string
  because: 'key_revoked' | 'key_expired' | 'owner_disabled'
}

/** What is known of tokens, by their hashes. */
type Found = ReadonlyMap<string, KeyBearer | NoKey>

/** Look-ups that share a query. */
interface Batch {
  hashes: string[]
  found: Promise<Found>
}

/** What is known of a key, and the versions of the rows of key and owner that it is from. */
interface Known {
  versions: string
  keyId: string
  expiresAt: string | null
  actor: Actor
}

/**
 * Each hash of `$1` with its key, and why it is not valid at this moment, by the database's clock. A hash of no key takes the
 * same path and as long: its answer must not come sooner than that of a key that was revoked. The planner does not see how
 * many hashes there are, so that it keeps one plan, which uses the index: planning takes longer than looking up.
 */
const sought = `
    from (select $1::bytea[] as hashes offset 0) given
    cross join unnest(given.hashes) with ordinality as sought (hash, n)
    left join lateral (
      select key.*, key.xmin as version from api_keys key where token_hash = hash offset 0
    ) key on true
    left join users owner on owner.id = key.owner_id
    cross join lateral (
      select case
        when key.revoked_at is not null then 'key_revoked'
        when key.expires_at <= clock_timestamp() then 'key_expired'
        when owner.disabled then 'owner_disabled' end as because
      offset 0
    ) ended`

const isValid = 'key.id is not null and because is null'

const versions = `key.version::text || ' ' || owner.xmin::text`

/**
 * What is known of the hashes, in one row. For each valid key its place among them, and the versions of the rows that its
 * bearer's description is from: PostgreSQL changes `xmin` whenever it changes a row. For each other hash its place, and, if it
 * is a key's, the key's id and why it is not valid.
 */
export const lookUp = {
  name: 'verify-api-keys',
  text: `
    select clock_timestamp()::timestamptz(3) as at,
      json_object_agg(n, ${versions}) filter (where ${isValid}) as valid,
      json_object_agg(n, json_build_object('keyId', key.id, 'because', because)) filter (where not (${isValid})) as others
      ${sought}`,
}

/** Who bears these keys. */
const description = {
  name: 'describe-api-keys',
  text: `
    select encode(hash, 'hex') as hash, ${versions} as versions, key.id as "keyId", key.expires_at as "expiresAt",
      json_build_object(
        'userId', owner.id, 'name', owner.name, 'email', owner.email, 'role', owner.role,
        'access', access_of(owner), 'via', 'api_key',
        'apiKey', json_build_object('id', key.id, 'name', key.name, 'prefix', key.prefix), 'session', null) as actor
    ${sought} where ${isValid}`,
}

interface LookedUp {
  at: string
  valid: Record<string, string> | null
  others: Record<string, Ended | { keyId: null }> | null
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

  function verifyKey(token: string): Promise<KeyBearer | NoKey | null> {
    if (!hasFormatAndChecksum(token, sha256)) return nobody
    counts.lookUps++
    const hash = sha256(token)
    open ??= unguarded(openBatch)
    const { hashes, found } = open
    if (hashes.push(hash) === largestBatch) open = undefined
    return found.then((of) => of.get(hash) ?? null)
  }

  function openBatch(): Batch {
    const batch: Batch = { hashes: [], found: answer() }
    return batch

    async function answer(): Promise<Found> {
      try {
        // Calls that arrived at the same time join before a connection is even asked for.
        await turn()
        return await db.authenticationPool.lend((connection) => {
          close()
          return lookUpHashes(connection, batch.hashes)
        })
      } finally {
        close()
      }
    }

    function close(): void {
      if (open === batch) open = undefined
    }
  }

  async function lookUpHashes(connection: Session, given: string[]): Promise<Found> {
    const hashes = [...new Set(given)]
    counts.queries++
    const { rows } = await connection.query<LookedUp>({ ...lookUp, values: [hashes.map(asBytes)] })
    const { at, valid, others } = rows[0]!
    const found = new Map<string, KeyBearer | NoKey>()
    const changed: string[] = []
    for (const [place, versions] of Object.entries(valid ?? {})) {
      const hash = hashes[Number(place) - 1]!
      const bearer = known.get(hash)
      if (bearer?.versions === versions) found.set(hash, { ...bearer, at })
      else changed.push(hash)
    }
    if (changed.length > 0)
      for (const { hash, ...bearer } of await describeBearers(connection, changed))
        found.set(hash, { ...bearer, at })
    for (const [place, other] of Object.entries(others ?? {}))
      found.set(hashes[Number(place) - 1]!, { actor: null, ended: other.keyId === null ? null : other, at })
    return found
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
