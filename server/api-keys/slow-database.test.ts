import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#app'
import { readConfig } from '#config'
import { createApiKey } from '#contract'
import { bearer, keepingAlive, onPostgres, rawCall } from '#testing'
import { startProxy } from '../testing/proxy.ts'
import { testSettings } from '../testing/settings.ts'

const statementMs = 50
const callers = 64
const roundMs = 1000
const rounds = 3
/** Of the pool that recognises callers. */
const connections = 2

onPostgres('a slow database', (app) => {
  test('answers one key no less often than a hundred, and far more often than it answers statements', async () => {
    const database = new URL(app().databaseUrl!)
    const proxy = await startProxy({ port: Number(database.port), hostname: database.hostname })
    database.port = String(proxy.port)
    const node = await startApp(
      readConfig(testSettings({ DATABASE_URL: database.href, DATA_DIR: app().dataDir })),
    )
    const agent = keepingAlive(callers)
    try {
      const member = app().as('member')
      const keys = await Promise.all(
        Array.from({ length: 100 }, (_, n) => member.call(createApiKey, { name: `Script ${n}` })),
      )
      const tokens = keys.map(({ token }) => token)
      proxy.slowDown(statementMs)

      /** How many calls are answered, of callers who call again at once, with these tokens in turn. */
      const answered = async (tokens: string[]) => {
        const ends = performance.now() + roundMs
        let count = 0
        const callAgain = async (n: number) => {
          for (; performance.now() < ends; n += callers) {
            const headers = bearer(tokens[n % tokens.length]!)
            assert.equal((await rawCall(node.address, '/api/me', { headers, agent })).status, 200)
            count++
          }
        }
        await Promise.all(Array.from({ length: callers }, (_, n) => callAgain(n)))
        return count
      }
      await answered(tokens)
      let [one, hundred] = [0, 0]
      for (let round = 0; round < rounds; round++) {
        one += await answered(tokens.slice(0, 1))
        hundred += await answered(tokens)
      }
      assert.ok(one > hundred * 0.7, `${one} calls with one key, ${hundred} with a hundred`)
      const statements = (connections * rounds * roundMs) / statementMs
      assert.ok(one > 4 * statements, `${one} calls in a time of ${statements} statements`)
    } finally {
      agent.destroy()
      proxy.slowDown(0)
      await node.stop(0)
      await proxy.stop()
    }
  })
})
