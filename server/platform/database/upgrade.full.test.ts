// An upgrade while others use the database: nobody sees an error of the server, or waits for long.
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ApiError } from '#client'
import { createItem, createProject, listItems, listProjects, updateItem } from '#contract'
import { onPostgres } from '#testing'
import { migrate } from './migrate.ts'
import { Pool } from './pool.ts'

/** Twelve migrations of the next versions. Some rewrite or read all of a table. */
const migrations = [
  'alter table items add column shelf text',
  "alter table items add constraint items_shelf check (shelf <> '') not valid",
  '--! needs-lock\nalter table items validate constraint items_shelf',
  'create index items_by_shelf on items (shelf)',
  "alter table projects add column colour text not null default 'grey'",
  '--! needs-lock\nalter table items alter column reorder_level type numeric(20, 6)',
  'create table shelves (id uuid primary key, name text not null)',
  'alter table items add column shelf_id uuid references shelves',
  'drop index items_by_shelf',
  '--! needs-lock\nalter table projects alter column colour type varchar(40)',
  'alter table items drop column shelf',
  'alter table projects rename column colour to color',
]
const longestWaitMs = 5_000

onPostgres('an upgrade over twelve migrations beside a dump', (app) => {
  test('refuses nobody with an error of the server, and lets nobody wait for five seconds', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'aerie-upgrade-'))
    await cp(fileURLToPath(new URL('../../migrations', import.meta.url)), folder, { recursive: true })
    for (const [n, sql] of migrations.entries()) await writeFile(join(folder, `${2001 + n}_next.sql`), sql)
    const [node, backup] = [1, 2].map(() => new Pool({ connectionString: app().databaseUrl!, max: 2 }))
    let isOver = false
    const outcomes: { status: number; ms: number }[] = []
    const member = app().as('member')
    const repeat = async (work: (n: number) => Promise<unknown>) => {
      for (let n = 0; !isOver; n++) {
        const begun = performance.now()
        const status = await work(n).then(
          () => 200,
          (error: unknown) => (error instanceof ApiError ? error.problem.status : 0),
        )
        outcomes.push({ status, ms: performance.now() - begun })
      }
    }
    const item = await member.call(createItem, { sku: 'kept', name: 'Gloves', unit: 'box' })
    const callers = [
      repeat(() => member.call(listItems)),
      repeat(() => member.call(listProjects)),
      repeat((n) => member.call(createItem, { sku: `${n}`, name: 'Gloves', unit: 'box' })),
      repeat((n) => member.call(createProject, { name: `${n}` })),
      repeat((n) => member.call(updateItem, { itemId: item.id, name: `Gloves ${n}` })),
    ]
    // As pg_dump does: it has locked all tables, and reads one after the other.
    const dump = await backup!.connect()
    await dump.query('begin isolation level repeatable read')
    await dump.query('lock table items, projects in access share mode')
    const told: string[] = []
    const upgraded = migrate(node!, (sentence) => told.push(sentence), pathToFileURL(`${folder}/`))
    // Long enough for the upgrade to try several times.
    const dumped = wait(5_000).then(() => dump.query('commit'))
    try {
      assert.equal((await upgraded).length, migrations.length)
      assert.ok(told.some((sentence) => /waits for a table that others use/.test(sentence)))
      assert.equal(told.filter((sentence) => /locks tables while it runs/.test(sentence)).length, 3)
    } finally {
      isOver = true
      await Promise.allSettled([dumped, ...callers])
      dump.release()
      for (const pool of [node!, backup!]) await pool.end()
      await rm(folder, { recursive: true })
    }
    const statuses = Object.groupBy(outcomes, ({ status }) => status)
    assert.deepEqual(
      Object.keys(statuses).filter((status) => !['200', '503'].includes(status)),
      [],
    )
    assert.ok(statuses[200]!.length > 100)
    const longest = Math.max(...outcomes.map(({ ms }) => ms))
    assert.ok(longest < longestWaitMs, `${longest} ms`)
  })
})
