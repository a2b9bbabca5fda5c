import { createLog } from '#platform'
import { expireKeyUsage } from '../../server/api-keys/expire-usage.ts'
import { type Uses, writeBatch } from '../../server/api-keys/usage-batch.ts'
import { idOf, numberedId, type Prepare, signal } from './subject.ts'

const days = 91
const insertedAtOnce = 100

/** A row for each key and day of 91 days, of which one is over. */
export const keyUsage: Prepare = async (desk, db) => {
  const today = new Date().toISOString().slice(0, 10)
  const node = crypto.randomUUID()
  let number = 0
  const uses: Uses = {
    days: new Map([[today, { calls: 3, refused4xx: 1, refused5xx: 0 }]]),
    last: undefined,
    networks: new Map(),
    refusals: [],
  }
  return {
    tables: ['api_key_usage'],
    async fill(client, from, to) {
      const [first, last] = [Math.ceil(from / days), Math.ceil(to / days)]
      await client.query(
        `insert into api_keys (id, owner_id, name, prefix, token_hash)
        select ${numberedId('n')}, $1, 'Program ' || n, 'aie_' || lpad(to_hex(n), 8, '0'), sha256(n::text::bytea)
        from generate_series($2::int, $3::int - 1) as n`,
        [desk.ownerId, first, last],
      )
      await client.query(
        `insert into api_key_uses (key_id, made_at, last_used_at)
        select ${numberedId('n')}, now(), now() from generate_series($1::int, $2::int - 1) as n on conflict do nothing`,
        [first, last],
      )
      await client.query(
        `insert into api_key_usage (key_id, day, calls, refused_4xx, refused_5xx)
        select ${numberedId('n')}, (now() at time zone 'UTC')::date - ago, 1000, 10, 0
        from generate_series(${days - 1}, 0, -1) as ago, generate_series($1::int, $2::int - 1) as n`,
        [first, last],
      )
    },
    insert: {
      name: `a batch of ${insertedAtOnce} keys`,
      run: () => {
        const keys = Array.from({ length: insertedAtOnce }, (_, n) => [idOf(n), uses] as const)
        return writeBatch(db, node, { number: ++number, keys })
      },
    },
    pages: {
      'my keys': '/api/api-keys?limit=50',
      'everyone’s keys': '/api/api-keys/everyones?limit=50',
      'long unused keys': '/api/api-keys/everyones?limit=50&concern=long_unused',
      'the usage of a key': `/api/api-keys/${idOf(7)}/usage?days=90`,
    },
    deletions: [
      {
        name: 'of the oldest day',
        async run() {
          const count = 'select count(*)::int from api_key_usage'
          const before = (await desk.pool.query(count)).rows[0].count
          await expireKeyUsage.run({ db, signal, log: createLog('warn') }, {})
          return before - (await desk.pool.query(count)).rows[0].count
        },
      },
    ],
  }
}
