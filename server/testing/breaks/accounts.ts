import { createHash } from 'node:crypto'
import type { TestApp } from '../app.ts'
import type { Life } from '../life.ts'
import { type Break, made } from './break.ts'

export const accountBreaks = (life: Life, { people }: TestApp): Break[] => [
  {
    says: 'There is exactly one owner once there are users',
    rows: ['users'],
    sql: [`update users set role = 'admin' where role = 'owner'`],
  },
  {
    says: 'Disabled users have no sessions',
    rows: [{ sql: `select 'sessions ' || id from sessions where user_id = '${people.member.id}'` }],
    sql: [`update users set disabled = true where id = '${people.member.id}'`],
  },
  {
    says: 'A session begins before it ends and has the hash of its token',
    rows: [{ sql: `select 'sessions ' || id from sessions where user_id = '${people.admin.id}'` }],
    sql: [`update sessions set expires_at = created_at where user_id = '${people.admin.id}'`],
  },
  {
    says: 'Every password is an scrypt hash',
    rows: [{ sql: `select 'accounts ' || id from accounts where user_id = '${people.admin.id}'` }],
    sql: [`update accounts set password = 'open sesame' where user_id = '${people.admin.id}'`],
  },
  {
    says: 'Every user has a way to sign in',
    rows: [`users ${people.admin.id}`],
    sql: [`delete from accounts where user_id = '${people.admin.id}'`],
  },
  {
    says: 'Users with two-factor authentication have a secret, and only they have recovery codes',
    rows: [`users ${people.admin.id}`, `users ${people.member.id}`],
    sql: [
      `update users set two_factor_enabled = true where id = '${people.admin.id}'`,
      `insert into recovery_codes values ('${people.member.id}', '\\x${createHash('sha256').digest('hex')}')`,
      `insert into two_factor (user_id, secret) select '${people.member.id}', decode(repeat('00', 48), 'hex')`,
    ],
  },
  {
    says: 'Every accepted invitation has a user',
    rows: [{ sql: `select 'invitations ' || id from invitations where email = 'late@aerie.test'` }],
    sql: [`update invitations set accepted_at = now(), revoked_at = null where email = 'late@aerie.test'`],
  },
  {
    says: 'The settings are valid',
    rows: ['settings'],
    sql: ['update settings set tax_rates = tax_rates || tax_rates'],
  },

  {
    says: 'A key was last used after its creation, while it was valid, and not in the future',
    rows: [`api_key_uses ${life.key}`],
    sql: [`update api_key_uses set last_used_at = now() + interval '1 hour' where key_id = '${life.key}'`],
  },
  {
    says: 'Every key has a row for its last use',
    rows: [`api_keys ${life.key}`],
    sql: [`delete from api_key_uses where key_id = '${life.key}'`],
  },
  {
    says: 'The audit log has the creation and the revocation of every key',
    rows: [`api_keys ${life.key}`],
    sql: [`update api_keys set revoked_at = now() + interval '1 hour' where id = '${life.key}'`],
  },
  {
    says: 'The seals of the audit log are valid',
    rows: [{ sql: `select 'audit_log ' || id from audit_log where action = 'settings.change'` }],
    sql: [`update audit_log set actor_email = 'eve@aerie.test' where action = 'settings.change'`],
  },
  {
    says: 'Every audit entry has a known action',
    rows: [`audit_log ${made}`],
    sql: [
      `insert into audit_log (id, action, actor_email, target_type, target_id, target_label)
       values ('${made}', 'user.fly', 'eve@aerie.test', 'user', '${made}', 'Eve')`,
    ],
  },
]
