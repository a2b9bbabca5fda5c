import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { testInFull } from '../../../scripts/test/full.ts'
import { peakMegabytes } from '../../testing/resident.ts'
import { openEmbedded } from './embedded.ts'
import { FolderInUseError } from './folder-lock.ts'
import { type Child, type ChildOptions, startChild } from './testing/child.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'aerie-embedded-'))
const template = path.join(scratch, 'template')
let copies = 0
/** Ends what a failed test left running. */
const leftovers: (() => Promise<void>)[] = []

function newFolder(): string {
  copies += 1
  const folder = path.join(scratch, `copy-${copies}`)
  cpSync(template, folder, { recursive: true })
  return folder
}

async function open(folder = newFolder(), options?: Parameters<typeof openEmbedded>[1]) {
  const database = await openEmbedded(folder, options)
  const pool = new pg.Pool({ stream: database.stream, max: 1, user: 'postgres' })
  pool.on('error', () => {})
  leftovers.push(() => database.close())
  const close = async () => {
    await pool.end()
    await database.close()
  }
  return { folder, database, pool, close }
}

function start(folder: string, options?: ChildOptions): Child {
  const child = startChild(folder, options)
  leftovers.push(() => child.kill())
  return child
}

before(async () => {
  const database = await openEmbedded(template)
  await database.close()
})
after(async () => {
  for (const end of leftovers) await end()
  rmSync(scratch, { recursive: true, force: true })
})

describe('the ordinary driver on the embedded database', () => {
  let pool: pg.Pool
  let close: () => Promise<void>
  before(async () => {
    const opened = await open()
    pool = opened.pool
    close = opened.close
    await pool.query('CREATE TABLE thing (id integer PRIMARY KEY, name text NOT NULL)')
  })
  after(() => close())

  test('gives typed answers to statements with parameters', async () => {
    const { rows } = await pool.query('SELECT $1::int + 1 AS next, $2::text AS name, $3::jsonb AS data', [
      41,
      'Ærie ✓',
      { a: [1] },
    ])
    assert.deepEqual(rows, [{ next: 42, name: 'Ærie ✓', data: { a: [1] } }])
  })

  test('keeps what a transaction commits and drops what it rolls back', async () => {
    const client = await pool.connect()
    for (const [id, end] of [
      [1, 'COMMIT'],
      [2, 'ROLLBACK'],
    ]) {
      await client.query('BEGIN')
      await client.query('INSERT INTO thing VALUES ($1, $2)', [id, 'kept?'])
      await client.query(`${end}`)
    }
    client.release()
    assert.deepEqual((await pool.query('SELECT id FROM thing')).rows, [{ id: 1 }])
  })

  test('gives each of hundreds of statements its own answer, whatever fails among them', async () => {
    await pool.query("INSERT INTO thing VALUES (0, 'taken')")
    const taken = { code: '23505' }
    const kinds: ((i: number) => Promise<unknown>)[] = [
      (i) => answers(pool.query('SELECT $1::int AS i', [i]), i),
      (i) => answers(pool.query({ name: 'by-name', text: 'SELECT $1::int AS i', values: [i] }), i),
      (i) => answers(pool.query(`SELECT ${i} AS i`), i),
      (i) =>
        answers(
          pool.query({ text: `SELECT ${i} AS i FROM generate_series(1, 5)`, rows: 2 } as pg.QueryConfig),
          i,
        ),
      () => assert.rejects(pool.query("INSERT INTO thing VALUES (0, 'again')"), taken),
      () => assert.rejects(pool.query('INSERT INTO thing VALUES (0, $1)', ['again']), taken),
      () =>
        assert.rejects(
          pool.query({ name: 'insert', text: 'INSERT INTO thing VALUES (0, $1)', values: ['again'] }),
          taken,
        ),
      () => assert.rejects(pool.query('SELEKT $1', [1]), { code: '42601' }),
      () => assert.rejects(pool.query('SELECT 1; SELECT 1 / 0; SELECT 2'), { code: '22012' }),
      () =>
        assert.rejects(pool.query('SELECT 1 / (3 - g) FROM generate_series(1, 5) AS g'), { code: '22012' }),
      () => assert.rejects(pool.query({ name: 'broken', text: 'SELECT nothing' }), { code: '42703' }),
    ]
    // All asked at once: answers that lose step show as someone else's.
    await Promise.all(
      Array.from({ length: 660 }, (_, i) => kinds[(i * 7 + Math.floor(i / 11)) % kinds.length]?.(i)),
    )
    assert.equal((await pool.query('SELECT count(*)::int AS n FROM thing WHERE id = 0')).rows[0].n, 1)
  })

  test('passes notices on', async () => {
    const client = await pool.connect()
    const notices: (string | undefined)[] = []
    client.on('notice', (notice) => notices.push(notice.message))
    await client.query("DO $$ BEGIN RAISE NOTICE 'hello'; END $$")
    client.release(true)
    assert.deepEqual(notices, ['hello'])
  })

  test('carries results and parameters of 10 MB', async () => {
    const { rows } = await pool.query("SELECT repeat('x', 1000) AS line FROM generate_series(1, 10000)")
    assert.equal(rows.length, 10_000)
    const whole = 'é'.repeat(5_000_000)
    assert.equal((await pool.query('SELECT $1::text AS same', [whole])).rows[0].same, whole)
  })

  test('has the extensions the schema uses, and keeps time in UTC', async () => {
    for (const name of ['pg_trgm', 'fuzzystrmatch', 'unaccent', 'btree_gist']) {
      await pool.query(`CREATE EXTENSION ${name}`)
    }
    const { rows } = await pool.query(
      "SELECT similarity('aerie', unaccent('áerie')) AS s, current_setting('TimeZone') AS tz",
    )
    assert.deepEqual(rows, [{ s: 1, tz: 'UTC' }])
  })

  test('refuses what is nested too deeply and lives on', async () => {
    const json = pool.query("SELECT (repeat('[', 500000) || repeat(']', 500000))::jsonb")
    await assert.rejects(json, { code: '54001' })
    assert.equal((await pool.query('SELECT 1 AS one')).rows[0].one, 1)
  })
})

async function answers(query: Promise<pg.QueryResult>, i: number) {
  for (const row of (await query).rows) assert.deepEqual(row, { i })
}

const endless = 'SELECT count(*) FROM generate_series(1, 1e12::bigint) AS n WHERE n % 7 = 3'

test('a slow statement stalls nobody else, and is canceled at its limit', async () => {
  const { pool, close } = await open(newFolder(), { statementTimeout: 800 })
  const started = performance.now()
  const cpu = process.threadCpuUsage()
  await assert.rejects(pool.query(endless), { code: '57014' })
  const { user, system } = process.threadCpuUsage(cpu)
  const active = (user + system) / 1000
  const took = performance.now() - started
  assert.ok(took > 700, `canceled after ${took} ms`)
  assert.ok(active < took / 2, `this thread worked for ${active} of ${took} ms`)
  assert.equal((await pool.query('SELECT 1 AS one')).rows[0].one, 1)
  await close()
})

test('an abandoned connection leaves no transaction, setting, statement or lock to the next', async () => {
  const { pool, close } = await open()
  await pool.query('CREATE TABLE thing (id integer)')
  const abandoned = await pool.connect()
  await abandoned.query('BEGIN')
  await abandoned.query('INSERT INTO thing VALUES (1)')
  await abandoned.query("SET TimeZone = 'Asia/Tokyo'")
  await abandoned.query({ name: 'mine', text: 'SELECT 1' })
  await abandoned.query('SELECT pg_advisory_lock(1)')
  abandoned.release(new Error('gone'))

  const { rows } =
    await pool.query(`SELECT (SELECT count(*)::int FROM thing) AS things, current_setting('TimeZone') AS tz,
    (SELECT count(*)::int FROM pg_prepared_statements) AS statements,
    (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory') AS locks`)
  assert.deepEqual(rows, [{ things: 0, tz: 'UTC', statements: 0, locks: 0 }])
  await close()
})

test('a connection broken off between two messages of a request is nothing to the next', async () => {
  const { database, pool, close } = await open()
  const client = new pg.Client({ stream: database.stream, user: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  await client.query('BEGIN')
  // A Parse that fails, then Flush: PostgreSQL now ignores everything until a Sync, which never comes.
  client.connection.parse({ name: '', text: 'SELEKT', types: [] }, true)
  client.connection.flush()
  client.connection.stream.destroy()
  assert.equal((await pool.query('SELECT 1 AS one')).rows[0].one, 1)
  await close()
})

describe('closing', () => {
  test('while queries run answers or fails each, and leaves a clean database', async () => {
    const { folder, database, pool } = await open()
    await pool.query('CREATE TABLE thing (id integer)')
    const queries = Array.from({ length: 200 }, (_, i) => pool.query('INSERT INTO thing VALUES ($1)', [i]))
    const settled = Promise.allSettled(queries)
    await queries[20]
    await database.close()
    const outcomes = await settled
    await assert.rejects(pool.query('SELECT 1'), /ended the connection/)

    assert.equal(stateOf(folder), shutDown)
    const again = await open(folder)
    const { rows } = await again.pool.query('SELECT count(*)::int AS n FROM thing')
    const acknowledged = outcomes.filter(({ status }) => status === 'fulfilled').length
    assert.ok(
      acknowledged > 20 && rows[0].n >= acknowledged,
      `${acknowledged} acknowledged, ${rows[0].n} there`,
    )
    await again.close()
  })

  test('does not wait for a statement without end, and drops an open transaction', async () => {
    const { folder, database, pool } = await open()
    await pool.query('CREATE TABLE thing (id integer)')
    const client = await pool.connect()
    client.on('error', () => {})
    await client.query('BEGIN')
    await client.query('INSERT INTO thing VALUES (1)')
    const slow = assert.rejects(client.query(endless))
    await sleep(100)
    await database.close()
    await slow
    client.release(true)

    assert.equal(stateOf(folder), shutDown)
    const again = await open(folder)
    assert.deepEqual((await again.pool.query('SELECT * FROM thing')).rows, [])
    await again.close()
  })
})

/** PostgreSQL's own word, in `pg_control`, on how the database was left. */
const stateOf = (folder: string) =>
  readFileSync(path.join(folder, 'postgres/global/pg_control')).readUInt32LE(16)
const shutDown = 1

describe('the folder', () => {
  test('is refused to a second opener, by name, and free after the first is killed', async () => {
    const folder = newFolder()
    const holder = start(folder)
    await holder.line(/^open/)

    await assert.rejects(openEmbedded(folder), (error) => {
      assert.ok(error instanceof FolderInUseError)
      assert.match(error.message, new RegExp(`${folder} is in use.*DATA_DIR.*DATABASE_URL`))
      return true
    })
    const second = start(folder)
    assert.match(await second.line(/./), /^FolderInUseError/)

    await holder.kill()
    await (await open(folder)).close()
  })

  test('is made again when making it was interrupted', async () => {
    const folder = newFolder()
    renameSync(path.join(folder, 'postgres'), path.join(folder, 'postgres.new'))
    rmSync(path.join(folder, 'postgres.new/base'), { recursive: true })
    const { pool, close } = await open(folder)
    assert.equal((await pool.query('SELECT 1 AS one')).rows[0].one, 1)
    assert.ok(!existsSync(path.join(folder, 'postgres.new')))
    await close()
  })
})

describe('what was acknowledged', () => {
  const witness = new URL('./testing/witness-fsync.ts', import.meta.url).href

  test('is on the disk before it is acknowledged', { skip: process.platform !== 'linux' }, async () => {
    const child = start(newFolder(), { preload: witness })
    await child.line(/^open/)
    for (let id = 1; id <= 20; id += 1) {
      const from = child.lines.length
      child.send('insert')
      await child.line(new RegExp(`^${id}$`), from)
      const [first] = child.lines.slice(from)
      assert.match(first ?? '', /^fsync .*\/pg_wal\/0/)
    }
    await child.end()
  })

  test('is not more than the disk took: when it refuses, the database stops', async () => {
    const folder = newFolder()
    const refuse = path.join(folder, 'refuse')
    const child = start(folder, { preload: witness, env: { REFUSE_FSYNC: refuse } })
    await child.line(/^open/)
    writeFileSync(refuse, '')
    child.send('insert')
    assert.match(await child.line(/^(1|failed.*)$/), /^failed The embedded database stopped/)
    await child.kill()

    const { pool, close } = await open(folder)
    assert.ok((await pool.query('SELECT count(*)::int AS n FROM kept')).rows[0].n <= 1)
    await close()
  })

  const rounds = 8
  testInFull(`survives ${rounds} kills at any moment`, async () => {
    const folder = newFolder()
    let acknowledged = 0
    const round = async (child: Child) => {
      const [, count, highest] = (await child.line(/^open/)).split(' ').map(Number)
      assert.equal(count, highest, 'none is missing in between')
      assert.ok(
        Number(highest) >= acknowledged,
        `${acknowledged} was acknowledged, ${highest} is the last there`,
      )
      acknowledged = Number(highest)
    }
    for (let i = 0; i < rounds; i += 1) {
      const child = start(folder)
      await round(child)
      child.send('forever')
      // On a slow machine the others are killed before they write anything.
      if (i % 2) await child.line(/^\d+$/)
      await sleep(Math.random() * 250)
      await child.kill()
      const ids = child.lines.map(Number).filter((id) => id > 0)
      acknowledged = Math.max(acknowledged, ...ids)
    }
    assert.ok(acknowledged >= rounds / 2, 'rows were written at all')
    const last = start(folder)
    await round(last)
    await last.end()
    assert.equal(last.lines.at(-1), 'closed')
  })
})

test('a database that breaks says so and answers nothing more', async () => {
  const { folder, database, pool } = await open()
  await pool.query('CREATE TABLE thing (id integer)')
  renameSync(path.join(folder, 'postgres/pg_wal'), path.join(folder, 'lost'))
  const fill = pool.query('INSERT INTO thing SELECT g FROM generate_series(1, 400000) AS g')
  await assert.rejects(fill, ({ message, cause }: Error) => {
    assert.match(message, /ended the connection/)
    assert.match((cause as Error).message, /stopped.*PANIC/)
    return true
  })
  await assert.rejects(database.failed, /stopped.*PANIC/)
  await assert.rejects(pool.query('SELECT 1'), /ended the connection/)
  await database.close()
})

test('a thousand statements take little memory', { skip: process.platform !== 'linux' }, async () => {
  const child = start(newFolder())
  await child.line(/^open/)
  child.send('forever')
  await child.line(/^1000$/)
  const peak = peakMegabytes(child.pid)
  await child.kill()
  assert.ok(peak < 400, `${peak} MB at the peak`)
})
