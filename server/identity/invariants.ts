import { sql } from 'kysely'
import { getSettings } from '#contract'
import { type Invariant, noRow } from '#platform'
import { readSettings } from '#settings'
import { refuseAmbiguous } from './settings/refuse-ambiguous.ts'

export const identityInvariants: Invariant[] = [
  noRow(
    'There is exactly one owner once there are users',
    sql`select 'users' as row, count(*) filter (where role = 'owner') || ' are the owner' as what from users
      having count(*) > 0 and count(*) filter (where role = 'owner') <> 1`,
  ),
  noRow(
    'Disabled users have no sessions',
    sql`select 'sessions ' || s.id as row, u.email || ' is disabled' as what
      from sessions s join users u on u.id = s.user_id where u.disabled`,
  ),
  noRow(
    'A session begins before it ends and has the hash of its token',
    sql`select 'sessions ' || id as row,
        case when expires_at <= created_at then 'it ends before it begins' else 'its token is not a hash' end as what
      from sessions where expires_at <= created_at or token_hash !~ '^[A-Za-z0-9_-]{43}$'`,
  ),
  noRow(
    'A session ends by the maximum age in the settings',
    sql`select 'sessions ' || id as row, 'it may last longer than ' || max_session_days || ' days' as what
      from sessions, settings where expires_at > sessions.created_at + make_interval(days => max_session_days)`,
  ),
  noRow(
    'Every password is an scrypt hash',
    sql`select 'accounts ' || id as row, 'its password is not an scrypt hash' as what
      from accounts where password !~ '^[0-9a-f]{32}:[0-9a-f]{128}$'`,
  ),
  noRow(
    'Every person has a way to sign in',
    sql`select 'users ' || id as row, email || ' has neither a password nor a link to an identity provider' as what
      from users u where kind = 'person' and not exists (select from accounts a where a.user_id = u.id)
        -- A user unlinked on the server is linked again by the next sign-in.
        and not exists (select from audit_log e
          where e.action = 'user.identity_link' and e.target_id = u.id and e.details @> '{"linked": false}')`,
  ),
  noRow(
    'Users with two-factor authentication have a secret, and only they have recovery codes',
    sql`
      select 'users ' || u.id as row, 'has two-factor authentication without a secret' as what
      from users u left join two_factor t on t.user_id = u.id where u.two_factor_enabled and t.user_id is null
      union all
      select 'users ' || u.id, 'has recovery codes without two-factor authentication'
      from users u where not u.two_factor_enabled and exists (select from recovery_codes c where c.user_id = u.id)`,
  ),
  noRow(
    'Every accepted invitation has a user',
    sql`select 'invitations ' || i.id as row, 'it was accepted, but no user has ' || i.email as what from invitations i
      where i.accepted_at is not null and not exists (select from users u where u.email = i.email)
        -- The user has another address by now.
        and not exists (select from audit_log e join users u on u.id = e.target_id
          where e.action = 'user.create' and e.target_label = i.email)`,
  ),
  noRow(
    'Unconfirmed changes are of keys that are not revoked, and whose owners may make them',
    sql`select 'grants ' || waiting.id as row, case
          when key.revoked_at is not null then 'its key is revoked' else owner.email || ' may no longer make the call' end as what
      from grants waiting join api_keys key on key.id = waiting.api_key_id join users owner on owner.id = key.owner_id
      where key.revoked_at is not null or owner.disabled or owner.role = 'member' and waiting.operation <> 'projects.update'`,
  ),
  {
    rule: 'The settings are valid',
    async *check({ tx }) {
      const broken = (what: string) => ({ row: 'settings', what })
      const settings = await readSettings(tx).executeTakeFirst()
      if (!settings) return yield broken('the row is missing')
      const read = getSettings.result.safeParse(settings)
      if (!read.success) {
        for (const { path, message } of read.error.issues) yield broken(`${path.join('.')}: ${message}`)
        return
      }
      try {
        refuseAmbiguous(read.data)
      } catch (error) {
        yield broken((error as Error).message)
      }
    },
  },
]
