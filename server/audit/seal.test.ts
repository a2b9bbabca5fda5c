import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { firstBrokenSeal, record, sealBatch, sealHead } from '#audit'
import { newId, type Transaction } from '#platform'
import { onEachDatabase, onPostgres, testSecret } from '#testing'

const undo = new Error('undo')
const tables = ['audit_log', 'audit_seals', 'audit_sealed_entries']

async function write(tx: Transaction, ...labels: string[]): Promise<void> {
  const nobody = { userId: null, email: 'server' }
  for (const label of labels)
    await record(tx, nobody, 'user.role', { type: 'user', id: newId(), label }, { label })
}

onEachDatabase('seals of the audit log', (app) => {
  beforeEach(async () => {
    const { db } = app()
    for (const batch of ['early', 'late']) {
      await db.transaction((tx) => write(tx, `${batch} 1`, `${batch} 2`))
      await sealBatch(db, testSecret)
    }
  })

  /** What is found after someone with all rights has tampered; undone afterwards. */
  async function foundAfter(...statements: string[]): Promise<{ broken: number | null; headKept: boolean }> {
    let found: { broken: number | null; headKept: boolean } | undefined
    const kept = await sealHead(app().db.reader)
    const run = app().db.transaction(async (tx) => {
      for (const table of tables) await sql.raw(`alter table ${table} disable trigger user`).execute(tx)
      for (const statement of statements) await sql.raw(statement).execute(tx)
      const head = await sealHead(tx)
      found = { broken: await firstBrokenSeal(tx, testSecret), headKept: head?.mac === kept?.mac }
      throw undo
    })
    await assert.rejects(run, undo)
    return found!
  }

  test('hold as long as nobody tampers, and for nobody who does not know the secret', async () => {
    const { db } = app()
    assert.equal(await firstBrokenSeal(db.reader, testSecret), null)
    assert.equal(await firstBrokenSeal(db.reader, `${testSecret}.`), 1)
    assert.equal(await sealBatch(db, testSecret), 0)
    const { rows } = await db.pool.query(
      'select (select count(*)::int from audit_log) as entries, (select sum(entries)::int from audit_seals) as sealed',
    )
    assert.equal(rows[0].sealed, rows[0].entries)
  })

  const ofLate = `(select id from audit_log where target_label = 'late 1' order by id limit 1)`
  const sealOf = async (label: string) => {
    const { rows } = await app().db.pool.query(
      `select seal from audit_sealed_entries join audit_log on entry_id = id where target_label = $1 order by id limit 1`,
      [label],
    )
    return rows[0].seal
  }

  for (const change of [
    `actor_email = 'someone.else'`,
    `at = at + interval '1 ms'`,
    `details = '{}'`,
    'target_id = gen_random_uuid()',
    `action = 'user.create'`,
  ]) {
    test(`show that an entry was changed: ${change}`, async () => {
      const { broken } = await foundAfter(`update audit_log set ${change} where id = ${ofLate}`)
      assert.equal(broken, await sealOf('late 1'))
    })
  }

  test('show that an entry was removed, swapped with another, or slipped in', async () => {
    const seal = await sealOf('late 1')
    const taken = await foundAfter(`delete from audit_sealed_entries where entry_id = ${ofLate}`)
    assert.equal(taken.broken, seal)
    const swapped = await foundAfter(
      `update audit_sealed_entries set position = -position where seal = ${seal}`,
    )
    assert.equal(swapped.broken, seal)
    const added = await foundAfter(
      `insert into audit_log (id, action, actor_email, target_type, target_id, target_label)
       values ('00000000-0000-7000-8000-000000000001', 'user.role', 'x', 'user', gen_random_uuid(), 'slipped in')`,
      `insert into audit_sealed_entries values ('00000000-0000-7000-8000-000000000001', ${seal}, 99)`,
    )
    assert.equal(added.broken, seal)
  })

  test('show that the beginning was cut off, and with the newest seal kept outside that the end was', async () => {
    const cut = (seals: string) => [
      `create temporary table cut on commit drop as select entry_id from audit_sealed_entries where ${seals}`,
      `delete from audit_sealed_entries where ${seals}`,
      'delete from audit_log where id in (select entry_id from cut)',
      `delete from audit_seals where ${seals.replace('seal ', 'number ')}`,
    ]
    assert.equal((await foundAfter(...cut('seal = 1'))).broken, 1)
    const end = await foundAfter(...cut('seal = (select max(number) from audit_seals)'))
    assert.deepEqual(end, { broken: null, headKept: false })
    assert.deepEqual(await foundAfter(), { broken: null, headKept: true })
  })
})

onPostgres('seals of the audit log while it is written', (app) => {
  test('cover an entry whose transaction commits after later ones were sealed', async () => {
    const { db } = app()
    const { promise: sealed, resolve } = Promise.withResolvers<void>()
    const { promise: written, resolve: wrote } = Promise.withResolvers<void>()
    const slow = db.transaction(async (tx) => {
      await write(tx, 'commits late')
      wrote()
      await sealed
    })
    await written
    await db.transaction((tx) => write(tx, 'overtakes'))
    assert.equal(await sealBatch(db, testSecret), 1)
    resolve()
    await slow
    assert.equal(await sealBatch(db, testSecret), 1)
    assert.equal(await firstBrokenSeal(db.reader, testSecret), null)
  })

  test('cover each entry once when several nodes seal at once', async () => {
    const { db } = app()
    await db.transaction((tx) => write(tx, ...Array.from({ length: 50 }, (_, n) => `entry ${n}`)))
    const counts = await Promise.all([1, 2, 3, 4].map(() => sealBatch(db, testSecret)))
    assert.deepEqual(counts.sort(), [0, 0, 0, 50])
    assert.equal(await firstBrokenSeal(db.reader, testSecret), null)
  })
})
