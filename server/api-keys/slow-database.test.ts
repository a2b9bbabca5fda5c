import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import pg from 'pg'
import { startApp } from '#app'
import { readConfig } from '#config'
import { createApiKey } from '#contract'
import { bearer, keepingAlive, onPostgres, rawCall } from '#testing'
import { startProxy } from '../testing/proxy.ts'
import { testSettings } from '../testing/settings.ts'
import { lookUp } from './verify.ts'

const statementMs = 50
const callers = 64
const callsOfEach = 20

onPostgres('a slow database', (app) => {
  test('has one look-up answered for many calls, with one key no less than with a hundred', async () => {
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

      /** How many calls share a look-up, of callers who call again at once, with these tokens in turn. */
      const shareALookUp = async (tokens: string[]) => {
        const sent = mock.method(pg.Client.prototype, 'query')
        const call = async (n: number) => {
          const headers = bearer(tokens[n % tokens.length]!)
          assert.equal((await rawCall(node.address, '/api/me', { headers, agent })).status, 200)
        }
        await Promise.all(
          Array.from({ length: callers }, async (_, caller) => {
            for (let n = 0; n < callsOfEach; n++) await call(caller + n * callers)
          }),
        ).finally(() => sent.mock.restore())
        const lookUps = sent.mock.calls.filter(({ arguments: [statement] }) => {
          return (statement as { name?: string }).name === lookUp.name
        })
        return (callers * callsOfEach) / lookUps.length
      }
      const one = await shareALookUp(tokens.slice(0, 1))
      const hundred = await shareALookUp(tokens)
      assert.ok(one > 4 && hundred > 4, `${one} calls with one key, ${hundred} with a hundred`)
      assert.ok(one > hundred * 0.7, `${one} calls with one key, ${hundred} with a hundred`)
    } finally {
      agent.destroy()
      proxy.slowDown(0)
      await node.stop(0)
      await proxy.stop()
    }
  })
})
