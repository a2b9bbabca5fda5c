import { sql } from 'kysely'
import type { Actor } from '#contract'
import type { Reader } from '#database'

/** Tests whether the credential that a call began with is still valid. Counts as no use of a key. */
export const createIsStillValid =
  (reader: Reader) =>
  async ({ apiKey, session }: Actor): Promise<boolean> => {
    const credential = apiKey
      ? sql`select from api_keys c join users u on u.id = c.owner_id
          where c.id = ${apiKey.id} and c.revoked_at is null
          and (c.expires_at is null or c.expires_at > now()) and not u.disabled`
      : sql`select from sessions c join users u on u.id = c.user_id
          where c.id = ${session?.id ?? null} and c.expires_at > now() and not u.disabled`
    const { rows } = await credential.execute(reader)
    return rows.length > 0
  }
