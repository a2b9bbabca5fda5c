import { sql } from 'kysely'
import type { Reader } from '#database'
import type { Secrets } from '#platform'

/** What a secret is needed for. */
export interface SecretUse {
  secretId: string
  /** Users whose two-factor authentication data is encrypted with it. */
  users: number
  /** Sessions whose cookie it signed. */
  sessions: number
  /** When the last of these ends. Null if there is none. */
  until: string | null
  /** Seals of the audit log. */
  seals: number
}

/** Returns what each secret is needed for that SECRET lists or that something was made with. */
export async function secretUses(reader: Reader, { ids }: Secrets): Promise<SecretUse[]> {
  const { rows } = await sql<SecretUse>`
    with uses (secret_id, users, sessions, until, seals) as (
      select id, 0, 0, null::timestamptz(3), 0 from unnest(${ids}::text[]) as id
      union all select encrypted_with, count(*), 0, null, 0 from two_factor group by 1
      union all select signed_with, 0, count(*), max(expires_at), 0 from sessions
        where expires_at > now() and signed_with is not null group by 1
      union all select signed_with, 0, 0, null, count(*) from audit_seals group by 1
    )
    select secret_id, sum(users)::int as users, sum(sessions)::int as sessions,
      max(until) as until, sum(seals)::int as seals
    from uses group by 1 order by 1`.execute(reader)
  return rows
}

/** Returns such as `2 sessions and verifying 1 seal of the audit log`; nothing if the secret is not needed. */
export function usesInWords({
  users,
  sessions,
  seals,
}: Pick<SecretUse, 'users' | 'sessions' | 'seals'>): string {
  const uses = [
    users > 0 && `the two-factor authentication data of ${counted(users, 'user')}`,
    sessions > 0 && counted(sessions, 'session'),
    seals > 0 && `verifying ${counted(seals, 'seal')} of the audit log`,
  ].filter((use) => use !== false)
  return new Intl.ListFormat('en-GB').format(uses)
}

export const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
