import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey } from '#contract'
import {
  bearer,
  keepingAlive,
  type NodeProcess,
  onPostgres,
  rawCall,
  startNodeProcess,
  until,
} from '#testing'

const connections = 8

onPostgres('nodes that end while keys are used', (app) => {
  test('count every call if they are stopped, and lose only the newest if they are killed', async () => {
    const settings = { DATABASE_URL: app().databaseUrl ?? '', DATA_DIR: app().dataDir, LOG_LEVEL: 'silent' }
    const nodes = await Promise.all(['SIGTERM', 'SIGTERM', 'SIGKILL'].map(() => startNodeProcess(settings)))
    const shared = await app().as('member').call(createApiKey, { name: 'Shared' })
    const own = await app().as('member').call(createApiKey, { name: 'Of the killed node' })
    try {
      const sharedCalls = Promise.all(nodes.slice(0, 2).map((node) => callsUntilStopped(node, shared.token)))
      const ownAnswers = { count: 0 }
      const ownCalls = callsUntilStopped(nodes[2]!, own.token, ownAnswers)
      const nextWrite = async () => {
        const before = await countOf(own.id)
        return until(
          () => countOf(own.id),
          (count) => count > before,
        )
      }
      await nextWrite()
      const old = ownAnswers.count
      // One may have begun before, and the one after it contains all calls that were answered then.
      await nextWrite()
      const written = await nextWrite()
      assert.ok(
        old > 0 && written >= old,
        `${written} calls are written, ${old} were answered two writes ago`,
      )
      await Promise.all(nodes.map((node, n) => node.end(n === 2 ? 'SIGKILL' : 'SIGTERM')))

      const answered = await sharedCalls
      assert.equal(await countOf(shared.id), answered[0]! + answered[1]!)
      const [counted, called] = [await countOf(own.id), await ownCalls]
      assert.ok(counted >= written, `${counted} calls are counted, ${written} were written`)
      assert.ok(counted <= called + connections, `${counted} of ${called} calls are counted`)
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

/** Calls a node until it is gone, and returns how many calls it answered, which `answers` has already before. */
async function callsUntilStopped(
  { url }: NodeProcess,
  token: string,
  answers = { count: 0 },
): Promise<number> {
  const agent = keepingAlive(connections)
  const caller = async () => {
    for (;;) {
      const answer = await rawCall(url, '/api/me', { agent, headers: bearer(token) }).catch(() => null)
      if (!answer) return
      assert.equal(answer.status, 200)
      answers.count++
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  agent.destroy()
  return answers.count
}
