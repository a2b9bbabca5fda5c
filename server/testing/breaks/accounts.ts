import { createHash } from 'node:crypto'
import type { TestApp } from '../app.ts'
import type { Life } from '../life.ts'
import { type Break, changed, made, rowsOf } from './break.ts'

export const accountBreaks = (life: Life, { people }: TestApp): Break[] => [
  {
    rule: 'There is exactly one owner once there are users',
    rows: ['users'],
    sql: [`update users set role = 'admin' where role = 'owner'`],
  },
  {
    rule: 'Disabled users have no sessions',
    rows: [rowsOf('sessions', `user_id = '${people.member.id}'`)],
    sql: [`update users set disabled = true where id = '${people.member.id}'`],
  },
  {
    rule: 'A session begins before it ends and has the hash of its token',
    ...changed('sessions', `user_id = '${people.admin.id}'`, 'expires_at = created_at'),
  },
  {
    rule: 'A session ends by the maximum age in the settings',
    ...changed('sessions', `user_id = '${people.admin.id}'`, `expires_at = created_at + interval '31 days'`),
  },
  {
    rule: 'Every password is an scrypt hash',
    ...changed('accounts', `user_id = '${people.admin.id}'`, `password = 'open sesame'`),
  },
  {
    rule: 'Every person has a way to sign in',
    rows: [`users ${people.admin.id}`],
    sql: [`delete from accounts where user_id = '${people.admin.id}'`],
  },
  {
    rule: 'Users with two-factor authentication have a secret, and only they have recovery codes',
    rows: [`users ${people.admin.id}`, `users ${people.member.id}`],
    sql: [
      `update users set two_factor_enabled = true where id = '${people.admin.id}'`,
      `insert into recovery_codes values ('${people.member.id}', '\\x${createHash('sha256').digest('hex')}')`,
      `insert into two_factor (user_id, secret, encrypted_with) select '${people.member.id}', decode(repeat('00', 48), 'hex'), '00000000'`,
    ],
  },
  {
    rule: 'Every accepted invitation has a user',
    ...changed('invitations', `email = 'late@aerie.test'`, 'accepted_at = now(), revoked_at = null'),
  },
  {
    rule: 'Unconfirmed changes are of keys that are not revoked, and whose owners may make them',
    rows: [{ sql: `select 'grants ' || id from grants` }],
    sql: [
      `update grants set api_key_id = (select id from api_keys where revoked_at is not null order by id limit 1)`,
    ],
  },
  {
    rule: 'The settings are valid',
    rows: ['settings'],
    sql: ['update settings set tax_rates = tax_rates || tax_rates'],
  },

  {
    rule: 'A key was last used after its creation, while it was valid, and not in the future',
    rows: [`api_key_uses ${life.key}`],
    sql: [`update api_key_uses set last_used_at = now() + interval '1 hour' where key_id = '${life.key}'`],
  },
  {
    rule: 'Every key has a row for its last use',
    rows: [`api_keys ${life.key}`],
    sql: [`delete from api_key_uses where key_id = '${life.key}'`],
  },
  {
    rule: 'A key was called between its creation and its last use, and at most as many calls were refused',
    rows: [`api_key_usage ${life.key}`],
    sql: [`update api_key_usage set refused_4xx = calls + 1 where key_id = '${life.key}'`],
  },
  {
    rule: 'A key has at most 20 networks, seen since its creation',
    rows: [`api_keys ${life.key}`],
    sql: [`update api_key_networks set first_seen_at = '2020-01-01' where key_id = '${life.key}'`],
  },
  {
    rule: 'The audit log has the creation and the revocation of every key',
    ...changed('api_keys', `id = '${life.key}'`, `revoked_at = now() + interval '1 hour'`),
  },
  {
    rule: 'The seals of the audit log are valid',
    ...changed('audit_log', `action = 'settings.change'`, `actor_email = 'eve@aerie.test'`),
  },
  {
    rule: 'Every audit entry has a known action',
    rows: [`audit_log ${made}`],
    sql: [
      `insert into audit_log (id, action, actor_email, via, target_type, target_id, target_label)
       values ('${made}', 'user.fly', 'eve@aerie.test', 'session', 'user', '${made}', 'Eve')`,
    ],
  },
]
