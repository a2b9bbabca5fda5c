import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createQueryId, type RootOperationNode } from 'kysely'
import { listAuditLog } from '#contract'
import { onDatabase } from '#testing'
import { findEntries } from './entries.ts'

const [from, to] = ['2020-03-01T00:00:00Z', '2020-04-01T00:00:00Z']
const month = { from, to }

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

onDatabase('the entries of a time', (app) => {
  before(async () => {
    // The ids of a node whose clock is wrong: the oldest entry has the greatest one.
    await app().db.pool.query(`
      insert into audit_log (id, action, actor_email, target_type, target_id, target_label, at, via, api_key_id)
      select ('01900000-0000-7000-8000-' || lpad(to_hex(10000 - n), 12, '0'))::uuid,
        case when n % 2 = 0 then 'user.role' else 'user.name' end, 'owner@aerie.test', 'user', gen_random_uuid(), 'n' || n,
        timestamptz '2020-01-01Z' + interval '1 day' * n, 'api_key', '01900000-0000-7000-8000-000000000000'
      from generate_series(1, 5000) as n;
      analyze audit_log`)
  })

  test('are listed newest first by time, whatever their ids are, on pages that neither skip nor repeat', async () => {
    const days: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: { data: { at: string }[]; nextCursor: string | null } = await app()
        .as('admin')
        .call(listAuditLog, { ...month, limit: 7, ...(cursor && { cursor }) })
      days.push(...page.data.map(({ at }) => at.slice(8, 10)))
      cursor = page.nextCursor
    }
    const expected = Array.from({ length: 31 }, (_, n) => String(31 - n).padStart(2, '0'))
    assert.deepEqual(days, expected)
  })

  for (const [name, filter] of Object.entries({
    'of any action': {},
    'of one action': { action: 'user.role' as const },
    'of one key': { apiKey: '01900000-0000-7000-8000-000000000000' },
  })) {
    test(`${name} are found without reading those of other times`, async () => {
      const read = await rowsReadBy({ ...month, ...filter })
      assert.ok(read > 0 && read <= 31, `${read} rows were read`)
    })
  }

  /** Executes the query for the first page with EXPLAIN, and returns how many rows it read in tables and indexes. */
  async function rowsReadBy(filter: Parameters<typeof findEntries>[1]): Promise<number> {
    const { reader, pool } = app().db
    let query: RootOperationNode | undefined
    const watched = reader.withPlugin({
      transformQuery({ node }) {
        query = node
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await findEntries(watched, filter, { after: undefined, limit: 51 })
    const { sql, parameters } = reader.getExecutor().compileQuery(query!, createQueryId())
    const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters])
    return read(rows[0]['QUERY PLAN'][0].Plan)
  }
})

function read(plan: Plan): number {
  if (plan.Plans) return plan.Plans.reduce((sum, child) => sum + read(child), 0)
  return (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
}
