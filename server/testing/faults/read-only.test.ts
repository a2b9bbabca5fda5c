import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { getMe } from '#contract'
import { openDatabase } from '#database'
import { createLog, type Log, startJobs } from '#platform'
import { onPostgres, until } from '#testing'
import { createKeyUsage } from '../../api-keys/usage.ts'

onPostgres('while a database is read-only', (app) => {
  test('what is written again and again fails with one line, and has another when it works again', async () => {
    const { keyId, ...script } = await app().withKey('member')
    await script.call(getMe)
    // One connection at a time, which becomes read-only like those of a standby.
    const opened = await openDatabase({ url: app().databaseUrl, dataDir: app().dataDir, poolSize: 1 })
    const db = { ...opened, authenticationPool: opened.pool }
    let readOnly = 'off'
    const set = () => `set default_transaction_read_only = ${readOnly}`
    // A connection is replaced after an error.
    Object.assign(db.pool.connections.options, { onConnect: (client: pg.PoolClient) => client.query(set()) })
    const { log, lines } = collectingLog()
    const failures = { queue: 0, usage: 0 }
    const { query } = db.pool
    db.pool.query = (async (statement: { text: string }, values?: unknown[]) => {
      try {
        return await (query as (...args: unknown[]) => Promise<never>).call(db.pool, statement, values)
      } catch (error) {
        failures[/api_key_usage/.test(statement.text) ? 'usage' : 'queue']++
        throw error
      }
    }) as typeof query
    const job = { name: 'test.read-only', timeLimitSeconds: 30, run: async () => {} }
    const jobs = await startJobs([job], { db, log })
    const usage = createKeyUsage(db, log)
    try {
      for (let outage = 1; outage <= 2; outage++) {
        readOnly = 'on'
        await db.pool.query(set())
        usage.count(keyId, '2026-01-31T09:30:00.000Z', { address: '203.0.113.7', userAgent: undefined })
        failures.queue = failures.usage = 0
        await until(
          async () => failures,
          ({ queue, usage }) => queue >= 4 && usage >= 3,
        )
        assert.deepEqual(lines.splice(0).sort(), [
          ['error', 'job queue failed', '25006'],
          ['error', 'key usage could not be written and will be retried', '25006'],
        ])
        readOnly = 'off'
        await db.pool.query(set())
        await until(
          async () => lines.length,
          (count) => count === 2,
        )
        assert.deepEqual(lines.splice(0).sort(), [
          ['info', 'job queue works again', undefined],
          ['info', 'key usage is written again', undefined],
        ])
      }
    } finally {
      await usage.stop()
      await jobs.stop()
      await opened.close()
    }
  })
})

/** Returns a log, and what is written to it: the level, the message and the code of the error. */
function collectingLog() {
  const lines: [level: string, message: string, code: string | undefined][] = []
  const log = Object.create(createLog('silent')) as Log
  for (const level of ['info', 'warn', 'error'] as const) {
    log[level] = (facts: { err?: { code?: string } } | string, message?: string) => {
      if (typeof facts === 'string') lines.push([level, facts, undefined])
      else lines.push([level, message ?? '', facts.err?.code])
    }
  }
  return { log, lines }
}
