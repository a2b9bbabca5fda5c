import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { createClient } from '#client'
import { createApiKey } from '#contract'
import { type NodeProcess, signInHeaders, startNodeProcess, testPassword, until } from '#testing'
import { postgres } from '../cluster.ts'
import { freePort } from '../free-port.ts'
import { startHaproxy } from '../haproxy.ts'
import { howToGetPostgres, type PostgresServer, startPostgres } from '../postgres.ts'
import { type Load, projectNames, startLoad } from './testing/load.ts'

const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }

describe('while its PostgreSQL is away', { skip: !postgres && `needs ${howToGetPostgres}` }, () => {
  let server: PostgresServer
  let databaseUrl: string
  let node: NodeProcess
  let headers: Record<string, string>
  let load: Load

  before(async () => {
    server = (await startPostgres())!
    databaseUrl = await server.createDatabase()
    node = await startNodeProcess({ ...owner, DATABASE_URL: databaseUrl })
    headers = await keyOf(node)
  })
  after(async () => {
    await node.remove()
    await server.stop()
  })

  /** Calls are answered again, all that was answered is there, and nothing twice. */
  async function assertNothingLost(current = node): Promise<void> {
    const before = load.answered()
    await until(
      async () => load.answered(),
      (answered) => answered > before + 50,
    )
    const { made, wrong } = await load.stop()
    const failures = current
      .output()
      .split('\n')
      .filter((line) => line.includes('call failed'))
    assert.deepEqual(wrong, [], failures.join('\n'))
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
    const there = await projectNames(pool as never)
    await pool.query('delete from projects')
    await pool.end()
    assert.deepEqual(there, made.toSorted())
  }

  for (const way of ['stop fast', 'stop immediate'] as const) {
    test(`a node turns callers away, and goes on by itself once it is back: ${way}`, async () => {
      load = startLoad(node.url, headers)
      await until(
        async () => load.answered(),
        (answered) => answered > 50,
      )
      await server.control(way)
      await until(
        async () => load.turnedAway(),
        (turnedAway) => turnedAway > 20,
      )
      await server.control('start')
      await assertNothingLost()
    })
  }

  test('a node without a free connection turns callers away, and goes on once there is one', async () => {
    load = startLoad(node.url, headers)
    await until(
      async () => load.answered(),
      (answered) => answered > 50,
    )
    const admin = new pg.Client(databaseUrl)
    await admin.connect()
    const limitConnections = async (limit: number) => {
      const name = pg.escapeIdentifier(new URL(databaseUrl).pathname.slice(1))
      await admin.query(`alter database ${name} connection limit ${limit}`)
    }
    await limitConnections(0)
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await until(
      async () => load.turnedAway(),
      (turnedAway) => turnedAway > 20,
    )
    await assert.rejects(startNodeProcess({ DATABASE_URL: databaseUrl }), {
      message: /The database does not respond: too many connections/,
    })
    await limitConnections(-1)
    await admin.end()
    await assertNothingLost()
  })

  test('changes wait for a standby to be promoted behind HAProxy, and none that was answered is lost', async () => {
    const standby = await server.startStandby()
    const port = await freePort()
    const haproxy = await startHaproxy('haproxy-postgres.cfg', {
      '127.0.0.1:5433': `127.0.0.1:${port}`,
      '127.0.0.1:5432': `127.0.0.1:${server.port}`,
      '127.0.0.1:5434': `127.0.0.1:${standby.port}`,
    })
    await until(
      () => isListenedOn(port),
      (taken) => taken,
    )
    const behind = new URL(databaseUrl)
    behind.port = String(port)
    const other = await startNodeProcess({ DATABASE_URL: behind.href, DATA_DIR: node.dataDir })
    try {
      load = startLoad(other.url, headers)
      await until(
        async () => load.answered(),
        (answered) => answered > 50,
      )
      await server.control('stop immediate')
      await until(
        async () => load.turnedAway(),
        (turnedAway) => turnedAway > 20,
      )
      await standby.control('promote')
      databaseUrl = standby.url(behind.pathname.slice(1))
      await assertNothingLost(other)
    } finally {
      await other.remove()
      await haproxy.stop()
      await standby.stop()
    }
  })
})

async function isListenedOn(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return connected
}

async function keyOf(node: NodeProcess): Promise<Record<string, string>> {
  const session = await signInHeaders(node.url, owner.OWNER_EMAIL)
  const client = createClient({ baseUrl: node.url, headers: session })
  const { token } = await client.call(createApiKey, { name: 'Under load' })
  return { authorization: `Bearer ${token}` }
}
