import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { mock, test } from 'node:test'
import { setImmediate as settle } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { onPostgres, until } from '#testing'
import { startProxy } from '../../testing/proxy.ts'
import { Pool } from './pool.ts'
import { isUnavailable } from './retrying.ts'
import { type AskServer, askServer, endSilentConnections } from './silence.ts'

const limit = 35_000

onPostgres('a connection that the network drops without a sign', (app) => {
  /** Opens two connections through a network that can drop them, and watches them in time that the test makes pass. */
  async function withProxy(
    ask: (direct: AskServer) => AskServer,
    body: (open: {
      pool: Pool
      holdBack(): Promise<Buffer>
      pass(seconds: number): Promise<void>
      setLimit(ms: number): void
      letThrough(): void
    }) => Promise<void>,
  ) {
    const url = new URL(app().databaseUrl!)
    const proxy = await startProxy({ hostname: url.hostname, port: Number(url.port) })
    const direct = askServer({ connectionString: url.href })
    url.port = String(proxy.port)
    mock.timers.enable({ apis: ['setInterval'] })
    let answering: Promise<unknown> = Promise.resolve()
    const asking = ask(direct)
    const { watching, setLimit, stop } = endSilentConnections(limit, () => {
      const answer = asking()
      answering = answer
      return answer
    })
    const pool = new Pool({ connectionString: url.href, max: 2, onConnect: watching(undefined) })
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        mock.timers.tick(1_000)
        await answering
        await settle()
      }
    }
    try {
      await Promise.all([pool.query('select 1'), pool.query('select 1')])
      await body({ pool, setLimit, pass, ...proxy })
    } finally {
      stop()
      mock.timers.reset()
      proxy.letThrough()
      await pool.end()
      await proxy.stop()
    }
  }

  test('is given up when the server does not run its statement, with those that are unused', () =>
    withProxy(
      (direct) => direct,
      async ({ pool, holdBack, pass, letThrough }) => {
        // Unused connections may be silent.
        await pass(20)
        assert.equal(pool.connections.totalCount, 2)
        const held = holdBack()
        const failed = assert.rejects(pool.query('select 2'), (error) => isUnavailable(error))
        await held
        await pass(12)
        await failed
        assert.equal(pool.connections.totalCount, 0)
        letThrough()
        assert.deepEqual((await pool.query('select 3 as n')).rows, [{ n: 3 }])
      },
    ))

  test('is kept while the server says that it runs its statement', () =>
    withProxy(
      () => async () => () => true,
      async ({ pool, holdBack, pass, letThrough }) => {
        const held = holdBack()
        const waiting = pool.query('select 2 as n')
        await held
        await pass(30)
        letThrough()
        assert.deepEqual((await waiting).rows, [{ n: 2 }])
      },
    ))

  test('is given up after the limit when the server cannot be asked, and later if statements may take longer', () =>
    withProxy(
      () => async () => undefined,
      async ({ pool, holdBack, pass, setLimit }) => {
        setLimit(2 * limit)
        const held = holdBack()
        const waiting = pool.query('select 2')
        const failed = assert.rejects(waiting, (error) => isUnavailable(error))
        await held
        await pass(limit / 1_000 + 2)
        assert.equal(pool.connections.totalCount, 2)
        await pass(limit / 1_000)
        await failed
      },
    ))

  test('the server tells which connection runs a long statement', async () => {
    const connectionString = app().databaseUrl!
    const pool = new Pool({ connectionString, max: 2 })
    const [busy, unused] = [await pool.connect(), await pool.connect()]
    const pidOf = async (session: typeof busy) =>
      (await session.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
    const [busyPid, unusedPid] = [await pidOf(busy), await pidOf(unused)]
    const sleeping = busy.query('select pg_sleep(60)').catch(() => {})
    const runs = await until(
      async () => (await askServer({ connectionString }, 0)())!,
      (found) => found(busyPid),
    )
    assert.equal(runs(unusedPid), false)
    await unused.query(`select pg_cancel_backend(${busyPid})`)
    await sleeping
    for (const session of [busy, unused]) session.release()
    await pool.end()
  })
})

test('a connection is not silent while a large statement is being sent', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { watching, stop } = endSilentConnections(limit, async () => () => false)
  let isEnded = false
  const stream = {
    bytesRead: 0,
    writableLength: 1_000,
    isPaused: () => false,
    destroy: () => (isEnded = true),
  }
  const client = Object.assign(new EventEmitter(), {
    processID: 1,
    readyForQuery: false,
    connection: { stream },
  })
  watching(undefined)(client as unknown as ClientBase)
  const pass = async (seconds: number, sent: number) => {
    for (let second = 0; second < seconds; second++) {
      stream.writableLength -= sent
      t.mock.timers.tick(1_000)
      await settle()
    }
  }
  await pass(60, 1)
  assert.equal(isEnded, false)
  await pass(13, 0)
  assert.equal(isEnded, true)
  stop()
})
