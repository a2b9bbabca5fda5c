import assert from 'node:assert/strict'
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { postgres, until } from '#testing'
import { contentsOf } from './contents.ts'
import { migrate } from './migrate.ts'
import { Pool } from './pool.ts'

describe('migrations, postgresql', { skip: !postgres && 'needs PostgreSQL' }, () => {
  let folder: string
  let database: string
  let pools: Pool[]
  let told: string[]
  const tell = (sentence: string) => told.push(sentence)

  const run = (pool = pools[0]!) => migrate(pool, tell, pathToFileURL(`${folder}/`))
  const write = (name: string, statements: string) => writeFile(join(folder, name), statements)
  const tables = async () => {
    const { rows } = await pools[0]!.query(
      `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    )
    return rows.map(({ name }) => name)
  }

  beforeEach(async () => {
    told = []
    folder = await mkdtemp(join(tmpdir(), 'aerie-migrations-'))
    database = await postgres!.createDatabase()
    pools = [1, 2, 3].map(() => new Pool({ connectionString: database }))
    await write('0001_first.sql', 'create table first (id int); select pg_sleep(0.1);')
    await write('0002_second.sql', 'create table second (id int);')
  })
  afterEach(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await postgres!.dropDatabase(database)
    await rm(folder, { recursive: true })
  })

  test('are applied in order, once, however often a node starts', async () => {
    assert.deepEqual(await run(), ['0001_first.sql', '0002_second.sql'])
    assert.deepEqual(await run(), [])
    await write('0003_third.sql', 'alter table second rename to third')
    assert.deepEqual(await run(), ['0003_third.sql'])
    assert.deepEqual(await tables(), ['first', 'schema_migrations', 'third'])
  })

  test('are applied once by three nodes that start together', async () => {
    const applied = await Promise.all(pools.map(run))
    assert.deepEqual(applied.flat().sort(), ['0001_first.sql', '0002_second.sql'])
  })

  test('of another node do not make the database look like that of another program', async () => {
    const [pool] = pools
    const watched = {
      async query(...given: Parameters<Pool['query']>) {
        const found = await pool!.query(...given)
        await run(pools[1])
        return found
      },
    }
    assert.equal(await contentsOf(watched as Pool), 'nothing')
    assert.equal(await contentsOf(pool!), 'aerie')
  })

  test('are refused where one was changed after it was applied', async () => {
    await run()
    await write('0001_first.sql', 'create table first (id bigint)')
    await write('0003_third.sql', 'create table third (id int)')
    await assert.rejects(run(), /0001_first\.sql was changed after it was applied/)
    assert.deepEqual(await tables(), ['first', 'schema_migrations', 'second'])
  })

  test('are refused by a node that is older than the database', async () => {
    await run()
    await unlink(join(folder, '0002_second.sql'))
    await assert.rejects(run(), /has the migration 0002_second\.sql of a newer version/)
    await write('0002_other.sql', 'create table other (id int)')
    await assert.rejects(run(), /has the migration 0002_second\.sql of a newer version/)
  })

  test('leave nothing of one that fails, and go on from there when it is mended', async () => {
    await write('0002_second.sql', 'create table second (id int); select 1 / 0;')
    await assert.rejects(run(), (error: Error) => {
      assert.equal(error.message, 'Migration 0002_second.sql failed')
      assert.match(String(error.cause), /division by zero/)
      return true
    })
    assert.deepEqual(await tables(), ['first', 'schema_migrations'])
    await write('0002_second.sql', 'create table second (id int)')
    assert.deepEqual(await run(pools[1]), ['0002_second.sql'])
  })

  test('wait for those who use a table, say who they are, and let others through', async () => {
    await run()
    const [pool, dump] = [pools[1]!, await pools[2]!.connect()]
    await dump.query(`set application_name = 'pg_dump'; begin; lock table first in access share mode`)
    const { rows } = await dump.query('select pg_backend_pid() as pid')
    await write('0003_third.sql', '--! needs-lock\nalter table first add column name text')
    let isDone = false
    const applied = run().finally(() => {
      isDone = true
    })
    // As every session of the product has it: a read that waits for longer fails.
    const reader = await pool.connect()
    await reader.query(`set lock_timeout = '5s'`)
    await until(
      () => reader.query('select from first'),
      () => told.length > 1,
    )
    assert.ok(!isDone)
    assert.equal(
      told[0],
      '0003_third.sql locks tables while it runs. Calls that need them have to be repeated.',
    )
    assert.match(
      told[1]!,
      new RegExp(
        `^0003_third\\.sql waits for a table that others use: process ${rows[0].pid} of user \\S+ \\(pg_dump\\)`,
      ),
    )
    reader.release()
    await dump.query('commit')
    dump.release()
    assert.deepEqual(await applied, ['0003_third.sql'])
  })

  test('need no superuser', async () => {
    await migrate(pools[0]!)
    const { rows } = await pools[0]!.query('select rolsuper from pg_roles where rolname = current_user')
    assert.deepEqual(rows, [{ rolsuper: false }])
  })
})
