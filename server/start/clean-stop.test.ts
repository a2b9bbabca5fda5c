import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createApiKey } from '#contract'
import { bearer, keepingAlive, onPostgres, rawCall, startNodeProcess, until } from '#testing'

onPostgres('a node that is told to stop', (app) => {
  const start = () =>
    startNodeProcess({ DATABASE_URL: app().databaseUrl ?? '', DATA_DIR: app().dataDir, LOG_LEVEL: 'silent' })

  test('drops no call: each is answered, or cannot connect any more; and the last one’s time is written', async () => {
    const { token, id: keyId } = await app().as('member').call(createApiKey, { name: 'Used to the end' })
    const node = await start()
    const agent = keepingAlive(8)
    const seen = { answered: 0, afterSignal: 0, lastGood: 0 }
    const ended: string[] = []
    let signalled = false

    const client = async () => {
      for (;;) {
        const begun = Date.now()
        const afterSignal = signalled
        try {
          const { status } = await rawCall(node.url, '/api/me', { agent, headers: bearer(token) })
          assert.equal(status, 200)
          seen.answered++
          if (afterSignal) seen.afterSignal++
          seen.lastGood = Math.max(seen.lastGood, begun)
        } catch (error) {
          ended.push(String((error as NodeJS.ErrnoException).code ?? error))
          return
        }
      }
    }
    try {
      const clients = Promise.all(Array.from({ length: 8 }, client))
      while (seen.answered < 500) await wait(5)
      signalled = true
      assert.equal(await node.end('SIGTERM'), 0)
      await clients
      assert.deepEqual(new Set(ended), new Set(['ECONNREFUSED']))
      assert.ok(seen.afterSignal > 0)
      const { lastUsedAt } = await app()
        .db.reader.selectFrom('apiKeyUses')
        .select('lastUsedAt')
        .where('keyId', '=', keyId)
        .executeTakeFirstOrThrow()
      assert.ok(Date.parse(lastUsedAt ?? '') >= seen.lastGood, `${lastUsedAt} is before the last call`)
    } finally {
      agent.destroy()
      await node.remove()
    }
  })

  test('says at once that it takes no calls, and ends though someone holds a connection open', async () => {
    const node = await start()
    const silent = connect(Number(new URL(node.url).port), '127.0.0.1')
    const agent = keepingAlive(1)
    try {
      await once(silent, 'connect')
      silent.on('error', () => {})
      await rawCall(node.url, '/api/health', { agent })
      const ending = node.end('SIGTERM')
      await until(
        async () => (await rawCall(node.url, '/api/ready', { agent })).status,
        (status) => status === 503,
      )
      const code = await Promise.race([ending, wait(15_000, 'still running', { ref: false })])
      assert.equal(code, 0)
    } finally {
      silent.destroy()
      agent.destroy()
      await node.remove()
    }
  })
})
