import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '#client'
import { createProject, getMe, listApiKeys } from '#contract'
import { openDatabase } from '#database'
import { type NodeProcess, signInHeaders, startNodeProcess } from '#testing'
import { type Kept, keptOwner, keptVersions, unpackKept } from '../scripts/release/kept-data.ts'
import { type Totals, totalsOf } from '../scripts/release/totals.ts'
import { inherited } from '../server/testing/environment.ts'
import { root } from './testing/documents.ts'

/** Adds what few installations have, although the version accepted it. Returns what totals grow by. */
async function addOddities(dataDir: string): Promise<Totals> {
  const db = await openDatabase({ url: undefined, dataDir, poolSize: 1 })
  await db.pool.query(`
    insert into lots (id, item_id, name)
      select gen_random_uuid(), item.id, case n when 1 then 'case-1' else 'CASE-1' end
      from (select id, row_number() over (order by sku) as n from items where lot_tracking limit 2) item;
    insert into lots (id, item_id, name)
      select gen_random_uuid(), id, name from (select id from items where lot_tracking order by sku limit 1) item,
        unnest(array[' ', 'I', 'ı', 'ß']) name;
    insert into patients (id, given_name, birth_date) values (gen_random_uuid(), '.', '1800-02-28');
    insert into patients (id, family_name, birth_date) values (gen_random_uuid(), ' ', '0001-01-01');
    insert into audit_log (id, action, actor_email, via, target_type, target_id, target_label)
      select gen_random_uuid(), 'session.sign_in_failed', repeat('é', n % 20) || '@x', 'session', 'user', gen_random_uuid(), ''
      from generate_series(1, 100000) n`)
  await db.close()
  return { 'inventory.listLots': 6, 'patients.list': 2 }
}

const folders = (await keptVersions()).flatMap((version) => [
  { version, kind: 'as it was', prepare: async (): Promise<Totals> => ({}) },
  { version, kind: 'with oddities', prepare: addOddities },
])
for (const { version, kind, prepare } of folders) {
  describe(`the data folder of ${version}, ${kind}`, () => {
    let folder: string
    let kept: Kept
    let node: NodeProcess
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'aerie-upgrade-'))
      kept = await unpackKept(version, folder)
      for (const [name, added] of Object.entries(await prepare(kept.dataDir))) kept.totals[name]! += added
      node = await startNodeProcess({ DATA_DIR: kept.dataDir, SECRET: '' })
    })
    after(async () => {
      await node?.remove()
      await rm(folder, { recursive: true })
    })

    test('its owner signs in, and its key works', async () => {
      const headers = await signInHeaders(node.url, keptOwner.email, keptOwner.password)
      const { data } = await createClient({ baseUrl: node.url, headers }).call(listApiKeys, {})
      assert.ok(data.some(({ name }) => name === 'Kept'))
      const withKey = createClient({ baseUrl: node.url, apiKey: kept.token })
      assert.equal((await withKey.call(getMe)).user.email, keptOwner.email)
    })

    test('nothing is missing, and every amount is the same', async () => {
      const totals = await totalsOf(createClient({ baseUrl: node.url, apiKey: kept.token }))
      const inBoth = Object.fromEntries(Object.keys(kept.totals).map((name) => [name, totals[name]]))
      assert.deepEqual(inBoth, kept.totals)
      assert.ok(Object.values(kept.totals).filter((total) => total > 0).length > 10)
    })

    test('it accepts changes, and every invariant holds', async () => {
      const withKey = createClient({ baseUrl: node.url, apiKey: kept.token })
      await withKey.call(createProject, { name: 'After the upgrade' })
      assert.equal(await node.end('SIGTERM'), 0, node.output())
      const env = { ...inherited, DATA_DIR: kept.dataDir }
      const verified = await promisify(execFile)(join(root, 'aerie'), ['verify', '--files'], { env })
      assert.match(verified.stdout, /^All \d+ invariants hold\./)
    })
  })
}
