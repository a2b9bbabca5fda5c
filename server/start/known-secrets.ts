import { ConfigError } from '#config'
import type { Database } from '#database'
import type { Secrets } from '#platform'

/**
 * Refuses secrets of which the database knows none: signed in users would be signed out, two-factor authentication would
 * stop working, and seals could no longer be verified.
 * @param secrets null if there is none
 * @throws ConfigError that names the ids of known secrets
 */
export async function refuseUnknownSecrets({ pool }: Database, secrets: Secrets | null): Promise<void> {
  const known = await knownSecrets(pool)
  // First, because it needs no other table.
  if (isOneOf(known, secrets) || !(await hasOwner(pool))) return
  refuseSecretsOtherThan(known, secrets)
}

const isOneOf = (known: string[], secrets: Secrets | null) => known.some((id) => secrets?.ids.includes(id))

/** Refuses secrets if none of them is known. @throws ConfigError */
export function refuseSecretsOtherThan(known: string[], secrets: Secrets | null): void {
  if (isOneOf(known, secrets)) return
  if (secrets === null) throw new ConfigError(`The secret is missing. ${adviceFor(known)}`)
  throw new ConfigError(
    `SECRET is not the secret of this database: it has ${secrets.ids.join(' and ')}. ${adviceFor(known)}`,
  )
}

const adviceFor = (known: string[]): string =>
  `Put back the one with the id ${known.join(' or ')} from your copy: as SECRET, or as the file secret in DATA_DIR. If it is lost, run ./aerie secret replace.`

/** Notes that this installation has started with these secrets. Before there is an owner, it forgets others. */
export async function learnSecrets({ pool }: Database, { ids }: Secrets): Promise<void> {
  await pool.query(
    `update file_storage set known_secrets = array(
       select unnest($1::text[])
       union select unnest(known_secrets) where exists (select from users where role = 'owner'))
     where not known_secrets @> $1 or not exists (select from users where role = 'owner')`,
    [ids],
  )
}

/** Returns the ids of the secrets without all of which data is lost. Until there is an owner, nothing depends on a secret. */
export const neededSecrets = async (pool: Database['pool']): Promise<string[]> =>
  (await hasOwner(pool)) ? knownSecrets(pool) : []

async function hasOwner(pool: Database['pool']): Promise<boolean> {
  const { rows } = await pool.query(`select to_regclass('users') is not null as "hasUsers"`)
  if (!rows[0].hasUsers) return false
  return (await pool.query(`select from users where role = 'owner'`)).rows.length > 0
}

/** Returns the ids of the secrets that this installation has started with, or that its backup had. */
export async function knownSecrets(pool: Database['pool']): Promise<string[]> {
  const { rows } = await pool.query(`select to_regclass('file_storage') is not null as exists`)
  if (!rows[0].exists) return []
  const { rows: known } = await pool.query<{ ids: string[] }>('select known_secrets as ids from file_storage')
  return known[0]?.ids ?? []
}
