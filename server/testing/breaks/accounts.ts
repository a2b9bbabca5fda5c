import { createHash } from 'node:crypto'
import type { TestApp } from '../app.ts'
import type { Life } from '../life.ts'
import { type Break, made } from './break.ts'

export const accountBreaks = (life: Life, { people }: TestApp): Break[] => [
  {
    says: 'There is one owner, once there is anybody',
    rows: ['users'],
    sql: [`update users set role = 'admin' where role = 'owner'`],
  },
  {
    says: 'Who is disabled has no session',
    rows: [{ sql: `select 'sessions ' || id from sessions where user_id = '${people.member.id}'` }],
    sql: [`update users set disabled = true where id = '${people.member.id}'`],
  },
  {
    says: 'A session begins before it ends, and holds the hash of its token',
    rows: [{ sql: `select 'sessions ' || id from sessions where user_id = '${people.admin.id}'` }],
    sql: [`update sessions set expires_at = created_at where user_id = '${people.admin.id}'`],
  },
  {
    says: 'Every password is kept as scrypt made it',
    rows: [{ sql: `select 'accounts ' || id from accounts where user_id = '${people.admin.id}'` }],
    sql: [`update accounts set password = 'open sesame' where user_id = '${people.admin.id}'`],
  },
  {
    says: 'Everyone has a way to sign in',
    rows: [`users ${people.admin.id}`],
    sql: [`delete from accounts where user_id = '${people.admin.id}'`],
  },
  {
    says: 'Who signs in with a second step has its secret, and nobody else has recovery codes',
    rows: [`users ${people.admin.id}`, `users ${people.member.id}`],
    sql: [
      `update users set two_factor_enabled = true where id = '${people.admin.id}'`,
      `insert into recovery_codes values ('${people.member.id}', '\\x${createHash('sha256').digest('hex')}')`,
      `insert into two_factor (user_id, secret) select '${people.member.id}', decode(repeat('00', 48), 'hex')`,
    ],
  },
  {
    says: 'An invitation that was accepted has made an account',
    rows: [{ sql: `select 'invitations ' || id from invitations where email = 'late@aerie.test'` }],
    sql: [`update invitations set accepted_at = now(), revoked_at = null where email = 'late@aerie.test'`],
  },
  {
    says: 'The settings are such as can be made',
    rows: ['settings'],
    sql: ['update settings set tax_rates = tax_rates || tax_rates'],
  },

  {
    says: 'A key was used after it was made, while it worked, and not in the future',
    rows: [`api_key_uses ${life.key}`],
    sql: [`update api_key_uses set last_used_at = now() + interval '1 hour' where key_id = '${life.key}'`],
  },
  {
    says: 'Every key has a row that tells when it was used',
    rows: [`api_keys ${life.key}`],
    sql: [`delete from api_key_uses where key_id = '${life.key}'`],
  },
  {
    says: 'The audit log tells of every key that was made, and of every one that was revoked',
    rows: [`api_keys ${life.key}`],
    sql: [`update api_keys set revoked_at = now() + interval '1 hour' where id = '${life.key}'`],
  },
  {
    says: 'The seals of the audit log hold',
    rows: [{ sql: `select 'audit_log ' || id from audit_log where action = 'settings.change'` }],
    sql: [`update audit_log set actor_email = 'eve@aerie.test' where action = 'settings.change'`],
  },
  {
    says: 'The audit log tells of what is written there, and of nothing else',
    rows: [`audit_log ${made}`],
    sql: [
      `insert into audit_log (id, action, actor_email, target_type, target_id, target_label)
       values ('${made}', 'user.fly', 'eve@aerie.test', 'user', '${made}', 'Eve')`,
    ],
  },
]
