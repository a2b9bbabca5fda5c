import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { onPostgres } from '#testing'
import { startProxy } from '../../testing/proxy.ts'
import { Pool } from './pool.ts'
import { isUnavailable } from './retrying.ts'
import { endSilentConnections } from './silence.ts'

const limit = 8_000

onPostgres('a connection that the network drops without a sign', (app) => {
  async function withProxy(
    body: (open: {
      pool: Pool
      holdBack(): Promise<Buffer>
      setLimit(ms: number): void
      look(times: number): void
      letThrough(): void
    }) => Promise<void>,
  ) {
    const url = new URL(app().databaseUrl!)
    const proxy = await startProxy({ hostname: url.hostname, port: Number(url.port) })
    url.port = String(proxy.port)
    const pool = new Pool({ connectionString: url.href, max: 1 })
    mock.timers.enable({ apis: ['setInterval'] })
    const { setLimit, stop } = endSilentConnections(pool.connections, limit)
    try {
      await body({ pool, setLimit, look: (times) => mock.timers.tick((limit / 8) * times), ...proxy })
    } finally {
      stop()
      mock.timers.reset()
      proxy.letThrough()
      await pool.end()
      await proxy.stop()
    }
  }

  test('is given up, and the next statement gets another', () =>
    withProxy(async ({ pool, holdBack, look, letThrough }) => {
      await pool.query('select 1')
      // Idle connections may be silent.
      look(20)
      const held = holdBack()
      const waiting = pool.query('select 2')
      const failed = assert.rejects(waiting, (error) => isUnavailable(error))
      await held
      look(9)
      await failed
      letThrough()
      assert.deepEqual((await pool.query('select 3 as n')).rows, [{ n: 3 }])
    }))

  test('is kept while statements may take longer', () =>
    withProxy(async ({ pool, holdBack, setLimit, look, letThrough }) => {
      await pool.query('select 1')
      setLimit(100 * limit)
      const held = holdBack()
      const waiting = pool.query('select 2 as n')
      await held
      look(100)
      letThrough()
      assert.deepEqual((await waiting).rows, [{ n: 2 }])
    }))
})
