import { newId } from '#platform'
import { recordAll } from '../../server/audit/record.ts'
import { sealBatch } from '../../server/audit/seal.ts'
import { testSecrets } from '../../server/testing/settings.ts'
import { idAt, idOf, type Prepare, progress } from './subject.ts'

const insertedAtOnce = 100
const entriesOfSeal = 5000

/** Three years of entries, evenly. Half are by one user, some in the first year by one who left, and ten by the first user. */
export const auditLog: Prepare = async (desk, db, rows) => {
  const at = `(now() - interval '2 days' - interval '3 years' * (1 - ${progress(rows)}))::timestamptz(3)`
  const month = new Date(Date.now() - 2 * 365 * 86_400_000).toISOString().slice(0, 7)
  const from = `from=${month}-01T00:00:00Z&to=${month}-28T00:00:00Z`
  const page = '/api/audit-log?limit=50'
  return {
    tables: ['audit_log', 'audit_sealed_entries', 'audit_seals'],
    async fill(client, from, to) {
      await client.query(
        `with entry as materialized (
          insert into audit_log (id, action, actor_id, actor_email, via, api_key_id, api_key_prefix, api_key_name, address,
            target_type, target_id, target_label, details, at)
          select ${idAt(at)}, case when n = 5 then 'user.role' when n % 2 = 0 then 'api_key.create' else 'api_key.revoke' end, $1,
            case when n < 10 then 'first@aerie.test' when n % 1000 = 501 and ${progress(rows)} < 0.3 then 'left@aerie.test' when n % 2 = 0 then 'owner@aerie.test' else 'user' || n % 1000 || '@aerie.test' end,
            case when n % 4 = 0 then 'api_key' else 'session' end,
            case when n % 4 = 0 then ('01900000-0000-7000-8000-' || lpad(to_hex(n % 1000), 12, '0'))::uuid end,
            case when n % 4 = 0 then 'aie_12345678' end, case when n % 4 = 0 then 'A program' end,
            '203.0.113.7', 'project', gen_random_uuid(), 'Interviews ' || n, '{}', ${at}
          from generate_series($2::int, $3::int - 1) as n
          returning id
        ) insert into audit_sealed_entries (entry_id, seal, position)
        select id, 1 + ($2 + row - 1) / ${entriesOfSeal}, 1 + ($2 + row - 1) % ${entriesOfSeal}
        from (select id, row_number() over () as row from entry) as numbered`,
        [desk.ownerId, from, to],
      )
      await client.query(
        `insert into audit_seals (number, entries, mac, until, account, signed_with)
        select n, ${entriesOfSeal}, decode(repeat('00', 32), 'hex'), now() - interval '3 hours', '{}', '00000000'
        from generate_series(1 + $1::int / ${entriesOfSeal}, $2::int / ${entriesOfSeal}) as n`,
        [from, to],
      )
    },
    insert: {
      name: `${insertedAtOnce} entries`,
      run: () =>
        db.transaction((tx) =>
          recordAll(
            tx,
            {
              userId: desk.ownerId,
              email: 'owner@aerie.test',
              via: 'session',
              apiKey: null,
              address: '203.0.113.7',
            },
            'api_key.create',
            Array.from({ length: insertedAtOnce }, () => ({
              target: { type: 'project' as const, id: newId(), label: 'Interviews' },
              details: {},
            })),
          ),
        ),
    },
    pages: {
      newest: page,
      'a frequent action': `${page}&action=api_key.create`,
      'a rare action': `${page}&action=user.role`,
      'a frequent actor': `${page}&actor=owner`,
      'an actor of the first days': `${page}&actor=first@`,
      'an actor who left': `${page}&actor=left@`,
      'an unknown actor': `${page}&actor=nobody@`,
      'a key': `${page}&apiKey=${idOf(4)}`,
      'a past month': `${page}&${from}`,
      'an action in a past month': `${page}&action=api_key.revoke&${from}`,
      'an actor in a past month': `${page}&actor=owner&${from}`,
    },
    deletions: [],
    async also() {
      const begun = performance.now()
      const sealed = await sealBatch(db, testSecrets.newest)
      const ms = performance.now() - begun
      const { rows } = await desk.pool.query(
        'select pg_column_size(account) / entries as bytes from audit_seals order by number desc limit 1',
      )
      return [
        `sealing ${sealed} entries: ${ms.toFixed(0)} ms; the seal takes ${rows[0].bytes} bytes for each in addition`,
      ]
    },
  }
}
