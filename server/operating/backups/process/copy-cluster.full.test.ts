// A copy of the embedded database that is made while it is written to.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Database, openDatabase } from '#database'
import { copyCluster, type Session } from './copy-cluster.ts'
import { endCopy, performStep } from './online-copy.ts'

const sessionOf = (db: Database): Session => ({
  begin: async () => void (await performStep(db, 'begin')),
  end: async () => (await performStep(db, 'end'))!,
  release: async () => void (await performStep(db, 'release')),
})

test('has all that was committed before, although much changes, tables go and statements fail', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-copy-'))
  const open = (name: string) => openDatabase({ url: undefined, dataDir: join(folder, name), poolSize: 1 })
  const db = await open('original')
  try {
    await db.pool.query(
      'create table numbers (n int primary key, content text, changed int not null default 0)',
    )
    const add = (from: number) =>
      db.pool.query(
        `insert into numbers select n, repeat(md5(n::text), 20) from generate_series($1::int, $1::int + 999) n`,
        [from],
      )
    for (let from = 0; from < 40_000; from += 1000) await add(from)
    let stop = false
    let last = 40_000
    const work = (async () => {
      for (let round = 1; !stop; round++) {
        await add(last)
        last += 1000
        await db.pool.query('update numbers set changed = $1 where n % 50 = $1 % 50', [round])
        // An error in the session must not end the copy.
        await assert.rejects(db.pool.query('insert into numbers values (1)'), /duplicate key/)
        await db.pool.query(
          `drop table if exists passing; create table passing as select * from numbers limit 500`,
        )
        await db.pool.query('checkpoint')
      }
    })()
    let committed = 0
    const session = sessionOf(db)
    await copyCluster(join(folder, 'original/postgres'), join(folder, 'copy/postgres'), {
      ...session,
      async end() {
        committed = last
        return session.end()
      },
    })
    stop = true
    await work
    const copy = await open('copy')
    try {
      const { rows } = await copy.pool.query(
        `select count(*)::int as rows, count(distinct n)::int as numbers, max(n) + 1 as until,
                count(*) filter (where content <> repeat(md5(n::text), 20))::int as damaged from numbers`,
      )
      const [{ rows: count, numbers, until, damaged }] = rows
      assert.ok(until >= committed, `${until} of ${committed}`)
      assert.deepEqual([count, numbers, damaged], [until, until, 0])
      await copy.pool.query('set enable_seqscan = off')
      const { rows: byIndex } = await copy.pool.query(
        'select count(*)::int as rows from numbers where n >= 0',
      )
      assert.equal(byIndex[0].rows, until)
    } finally {
      await copy.close()
    }
    const { rows: slots } = await db.pool.query('select from pg_replication_slots')
    assert.equal(slots.length, 0)
  } finally {
    await db.close()
    await rm(folder, { recursive: true })
  }
})

test('that is not finished is refused when it is opened, and leaves nothing in the original', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-copy-'))
  const open = (name: string) => openDatabase({ url: undefined, dataDir: join(folder, name), poolSize: 1 })
  const db = await open('original')
  try {
    const session = sessionOf(db)
    await copyCluster(join(folder, 'original/postgres'), join(folder, 'copy/postgres'), {
      ...session,
      async end() {
        const { label } = await session.end()
        // As if the log were missing.
        return { label, lastSegment: '000000000000000000000000' }
      },
    })
    await assert.rejects(open('copy'))
    await performStep(db, 'begin')
    await endCopy(db)
    const { rows } = await db.pool.query('select from pg_replication_slots')
    assert.equal(rows.length, 0)
    await assert.rejects(db.pool.query('select pg_backup_stop()'), /backup is not in progress/)
  } finally {
    await db.close()
    await rm(folder, { recursive: true })
  }
})
