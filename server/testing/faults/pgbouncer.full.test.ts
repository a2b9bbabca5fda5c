import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { startApp } from '#app'
import { createClient } from '#client'
import { readConfig } from '#config'
import {
  createApiKey,
  createItem,
  createProject,
  createSource,
  getMe,
  listApiKeys,
  listItems,
  listProjects,
  revokeApiKey,
} from '#contract'
import { openDatabase } from '#database'
import { FileStoreError, moveFiles } from '#files'
import {
  bearer,
  type NodeProcess,
  patiently,
  postgres,
  signInHeaders,
  startNodeProcess,
  testPassword,
  testSettings,
} from '#testing'
import { setTestCredentials } from '../../platform/files/testing/credentials.ts'
import { newDataDir } from '../data-dir.ts'
import { inherited } from '../environment.ts'
import { howToGetPgbouncer, type Pgbouncer, pgbouncerIsThere, startPgbouncer } from '../pgbouncer.ts'
import { howToGetPostgres, startPostgres } from '../postgres.ts'

const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }
const skip = !postgres ? `needs ${howToGetPostgres}` : !pgbouncerIsThere && `needs ${howToGetPgbouncer}`
/** Few, so that each transaction of a node runs in another session. */
const poolSize = 4

describe('PgBouncer in transaction mode', { skip }, () => {
  let databaseUrl: string
  let dataDir: string
  let pgbouncer: Pgbouncer
  const nodes: NodeProcess[] = []
  const declared = () => `${pgbouncer.url}?pgbouncer=true`

  before(async () => {
    databaseUrl = await postgres!.createDatabase()
    dataDir = await newDataDir(databaseUrl)
    pgbouncer = await startPgbouncer(databaseUrl, { poolSize })
  })
  after(async () => {
    for (const node of nodes) await node.remove()
    await pgbouncer?.stop()
    await postgres!.dropDatabase(databaseUrl)
    await rm(dataDir, { recursive: true })
  })

  test('is refused unless it is declared, also if it ignores the settings that it cannot keep', async () => {
    const ignoring = await startPgbouncer(databaseUrl, {
      poolSize,
      more: ['ignore_startup_parameters = options'],
    })
    try {
      for (const { url } of [pgbouncer, ignoring]) {
        await assert.rejects(startNodeProcess({ DATABASE_URL: url }), (error: Error) => {
          const printed = error.message
            .split('\n')
            .filter((line) => !/^(The node did not|Aerie is) start/.test(line))
          assert.deepEqual(printed, [
            'DATABASE_URL leads to a connection pooler such as PgBouncer and lacks pgbouncer=true. Add it: postgres://user:password@host:6432/database?pgbouncer=true',
            '',
          ])
          return true
        })
      }
    } finally {
      await ignoring.stop()
    }
  })

  test('lets two nodes answer mixed calls, and keeps nothing of them', async () => {
    // Simultaneous starts take turns to migrate.
    const started = [owner, {}].map((settings) =>
      startNodeProcess({ ...settings, DATABASE_URL: declared(), DATA_DIR: dataDir, LOG_LEVEL: 'warn' }),
    )
    // All are stopped in the end, even if one does not start.
    await Promise.allSettled(started.map(async (node) => nodes.push(await node)))
    await Promise.all(started)
    const session = await signInHeaders(nodes[0]!.url, owner.OWNER_EMAIL)
    const browsers = nodes.map(({ url }) => createClient({ baseUrl: url, headers: session }))
    const key = await browsers[0]!.call(createApiKey, { name: 'Mixed calls' })
    const scripts = nodes.map(({ url }) => createClient({ baseUrl: url, headers: bearer(key.token) }))
    const { id: projectId } = await browsers[0]!.call(createProject, { name: 'Mixed calls' })

    const work = async (caller: number) => {
      for (let n = 0; n < 10; n++) {
        const [browser, script] = [browsers[n % 2]!, scripts[(n + 1) % 2]!]
        const name = `${caller}-${n}`
        await script.call(getMe)
        await Promise.all([
          script.call(createItem, { sku: name, name, unit: 'piece' }),
          browser.call(createProject, { name }, { idempotencyKey: name }),
          script.call(createSource, { projectId, title: name, text: `The text of ${name}.` }),
        ])
        await Promise.all([
          browser.call(listProjects, {}),
          script.call(listItems, {}),
          browser.call(listApiKeys, {}),
        ])
        const short = await browser.call(createApiKey, { name })
        const { url } = nodes[n % 2]!
        await browser.call(revokeApiKey, { keyId: short.id })
        assert.equal((await fetch(`${url}/api/me`, { headers: bearer(short.token) })).status, 401)
      }
    }
    await Promise.all(Array.from({ length: 12 }, (_, caller) => work(caller)))
    const { data } = await browsers[1]!.call(listProjects, { limit: 200 })
    assert.equal(data.length, 121)
    const failures = nodes.flatMap((node) =>
      node
        .output()
        .split('\n')
        .filter((line) => /failed/.test(line)),
    )
    assert.deepEqual(failures, [])
    assert.deepEqual(await leftInSessions(), ['nothing'])
  })

  /** What is left in each of PgBouncer's sessions with the server, seen by taking all of them at once. */
  async function leftInSessions(): Promise<string[]> {
    const clients = Array.from({ length: poolSize }, () => new pg.Client(pgbouncer.url))
    const left = new Set<string>()
    for (const client of clients) {
      await client.connect()
      await client.query('begin')
    }
    for (const client of clients) {
      const { rows } = await client.query(`
        select name as left from pg_prepared_statements where name <> ''
        union all select 'a lock' from pg_locks where pid = pg_backend_pid() and locktype = 'advisory'
        union all select 'a listener' from pg_listening_channels()
        union all select name from pg_settings where source = 'session' and name <> 'client_encoding'`)
      for (const row of rows) left.add(row.left)
      if (rows.length === 0) left.add('nothing')
    }
    for (const client of clients) await client.end()
    return [...left]
  }

  test('lets operators back up, restore and verify', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'aerie-pooled-'))
    const restored = await postgres!.createDatabase()
    const pooled = new URL(declared())
    pooled.pathname = new URL(restored).pathname
    const aerie = (args: string[], settings: Record<string, string>) =>
      promisify(execFile)(fileURLToPath(new URL('../../../aerie', import.meta.url)), args, {
        env: { ...inherited, ...testSettings(settings) },
      })
    try {
      const archive = join(folder, 'backup.tar')
      const target = { DATABASE_URL: pooled.href, DATA_DIR: join(folder, 'data') }
      await aerie(['backup', '--to', archive], { DATABASE_URL: declared(), DATA_DIR: dataDir })
      await aerie(['restore', '--from', archive], target)
      await aerie(['verify', '--files'], target)
    } finally {
      await postgres!.dropDatabase(restored)
      await rm(folder, { recursive: true })
    }
  })

  test('lets operators move files, one move at a time', async () => {
    setTestCredentials()
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    // With a second connection only while the first has an open transaction, a lock of the session would be shared.
    const unshared = await startPgbouncer(databaseUrl, { poolSize: 2 })
    const db = await openDatabase({ url: `${unshared.url}?pgbouncer=true`, dataDir, poolSize: 4 })
    try {
      const move = (to: string) => moveFiles({ db, dataDir, to })
      const first = move(`s3://bucket/files?endpoint=${endpoint}&region=us-east-1&pathStyle=true`)
      await Promise.race([first, once(silent, 'request')])
      await assert.rejects(move('folder'), /Another move of these files is running/)
      silent.close()
      silent.closeAllConnections()
      await assert.rejects(first, FileStoreError)
      assert.deepEqual(await move('folder'), { files: 0, bytes: 0, missing: [] })
    } finally {
      await db.close()
      await unshared.stop()
    }
  })
})

describe('twenty nodes behind PgBouncer', { skip }, () => {
  test('share one PostgreSQL with its default max_connections', async () => {
    await using opened = new AsyncDisposableStack()
    const server = (await startPostgres({ maxConnections: 100 }))!
    opened.defer(() => server.stop())
    const databaseUrl = await server.createDatabase()
    const pgbouncer = await startPgbouncer(databaseUrl, { poolSize: 40 })
    opened.defer(() => pgbouncer.stop())
    const dataDir = await newDataDir(databaseUrl)
    opened.defer(() => rm(dataDir, { recursive: true }))

    const settings = testSettings({
      ...owner,
      DATABASE_URL: `${pgbouncer.url}?pgbouncer=true`,
      DATA_DIR: dataDir,
    })
    const starts = await Promise.allSettled(
      Array.from({ length: 20 }, async () => startApp(readConfig(settings))),
    )
    const apps = starts.filter((start) => start.status === 'fulfilled').map(({ value }) => value)
    for (const app of apps) opened.defer(() => app.stop(0))
    assert.deepEqual(
      starts.filter((start) => start.status === 'rejected'),
      [],
    )
    const headers = await signInHeaders(apps[0]!.address, owner.OWNER_EMAIL)
    const { token } = await createClient({ baseUrl: apps[0]!.address, headers }).call(createApiKey, {
      name: 'All',
    })
    const calls = apps.flatMap(({ address: baseUrl }, node) => {
      const client = createClient({ baseUrl, headers: bearer(token) })
      return Array.from({ length: 30 }, async (_, n) => {
        await patiently(() => client.call(createProject, { name: `${node} ${n}` }))
        await patiently(() => client.call(listProjects, {}))
      })
    })
    await Promise.all(calls)
    const admin = new pg.Client(databaseUrl)
    await admin.connect()
    const { rows } = await admin.query(`
      select (select count(*)::int from projects) as projects, current_setting('max_connections') as most,
        (select count(*)::int from pg_stat_activity where datname = current_database()) as open`)
    await admin.end()
    assert.deepEqual({ ...rows[0], open: rows[0].open <= 41 }, { projects: 600, most: '100', open: true })
    // More than the server has, if each node had its own.
    assert.ok(
      apps
        .flatMap(({ db }) => [db.pool, db.authenticationPool])
        .reduce((sum, { connections }) => sum + connections.totalCount, 0) > 100,
    )
  })
})
