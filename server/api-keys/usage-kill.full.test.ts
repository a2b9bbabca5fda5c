import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createApiKey } from '#contract'
import { bearer, keepingAlive, type NodeProcess, onPostgres, rawCall, startNodeProcess } from '#testing'

const connections = 8
const callMs = 5000
/** The second between two writes, and time for the write. */
const lostWithinMs = 1000 + 1000

onPostgres('nodes that end while keys are used', (app) => {
  test('count every call if they are stopped, and all but those of the last second if they are killed', async () => {
    const settings = { DATABASE_URL: app().databaseUrl ?? '', DATA_DIR: app().dataDir, LOG_LEVEL: 'silent' }
    const nodes = await Promise.all(['SIGTERM', 'SIGTERM', 'SIGKILL'].map(() => startNodeProcess(settings)))
    const shared = await app().as('member').call(createApiKey, { name: 'Shared' })
    const own = await app().as('member').call(createApiKey, { name: 'Of the killed node' })
    try {
      const sharedCalls = Promise.all(nodes.slice(0, 2).map((node) => callsUntilStopped(node, shared.token)))
      const ownCalls = callsUntilStopped(nodes[2]!, own.token)
      await wait(callMs)
      const killedAt = Date.now()
      await Promise.all(nodes.map((node, n) => node.end(n === 2 ? 'SIGKILL' : 'SIGTERM')))

      const answered = (await sharedCalls).map((times) => times.length)
      assert.equal(await countOf(shared.id), answered[0]! + answered[1]!)
      const counted = await countOf(own.id)
      const times = await ownCalls
      const old = times.filter((at) => at < killedAt - lostWithinMs).length
      assert.ok(old > 0 && counted >= old, `${counted} of ${old} old calls are counted`)
      assert.ok(counted <= times.length + connections, `${counted} of ${times.length} calls are counted`)
    } finally {
      await Promise.all(nodes.map((node) => node.remove()))
    }
  })

  async function countOf(keyId: string): Promise<number> {
    const { rows } = await app().db.pool.query<{ calls: number }>(
      'select coalesce(sum(calls), 0)::bigint as calls from api_key_usage where key_id = $1',
      [keyId],
    )
    return rows[0]!.calls
  }
})

/** Calls a node until it is gone, and returns when each answer came. */
async function callsUntilStopped({ url }: NodeProcess, token: string): Promise<number[]> {
  const agent = keepingAlive(connections)
  const times: number[] = []
  const caller = async () => {
    for (;;) {
      const answer = await rawCall(url, '/api/me', { agent, headers: bearer(token) }).catch(() => null)
      if (!answer) return
      assert.equal(answer.status, 200)
      times.push(Date.now())
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  agent.destroy()
  return times
}
