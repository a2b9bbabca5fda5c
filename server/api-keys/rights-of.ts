import { sql } from 'kysely'
import type { Reader } from '#database'
import type { Rights, RightsOf } from '#platform'

/** Creates the function that tests the credential that a call began with. It counts as no use of a key. */
export const createRightsOf =
  (reader: Reader): RightsOf =>
  async ({ apiKey, session }) => {
    const credential = apiKey
      ? sql`from api_keys c join users u on u.id = c.owner_id
          where c.id = ${apiKey.id} and c.revoked_at is null and (c.expires_at is null or c.expires_at > now())`
      : sql`from sessions c join users u on u.id = c.user_id where c.id = ${session?.id ?? null} and c.expires_at > now()`
    const { rows } = await sql<Rights>`
      select u.role, access_of(u) as access ${credential} and not u.disabled`.execute(reader)
    return rows[0] ?? null
  }
