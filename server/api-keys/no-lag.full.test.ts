import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { revokeApiKey } from '#contract'
import { newId } from '#platform'
import { bearer, keepingAlive, onPostgres, rawCall, startNodeProcess, type TestApp } from '#testing'
import { issueToken } from './token.ts'

const clients = 16
const callsAfter = 10_000
const races = 1000

onPostgres('three nodes', (app) => {
  const agent = keepingAlive(clients)
  after(() => agent.destroy())

  const statusAt = async (node: { url: string }, token: string) =>
    (await rawCall(node.url, '/api/me', { agent, headers: bearer(token) })).status

  test('sixteen clients hammer one key: of the calls begun after the revoke’s answer none succeeds on any node', async () => {
    const { token, keyId } = await app().withKey('member')
    const settings = { DATABASE_URL: app().databaseUrl ?? '', DATA_DIR: app().dataDir, LOG_LEVEL: 'silent' }
    const nodes = await Promise.all([1, 2, 3].map(() => startNodeProcess(settings)))
    let answered = false
    const seen = { good: 0, during: 0, after: nodes.map(() => 0), wrong: 0 }

    const client = async (n: number) => {
      for (let at = n % 3; total(seen.after) < callsAfter; at = (at + 1) % 3) {
        const begunAfter = answered
        const status = await statusAt(nodes[at]!, token)
        if (!begunAfter) seen[status === 200 ? 'good' : 'during']++
        else {
          seen.after[at]!++
          if (status !== 401) seen.wrong++
        }
      }
    }
    const revoke = async () => {
      while (seen.good < 1000) await wait(1)
      const { headers } = app().people.member
      const { status } = await rawCall(nodes[0]!.url, `/api/api-keys/${keyId}/revoke`, {
        method: 'POST',
        headers,
      })
      answered = true
      assert.equal(status, 200)
    }
    try {
      await Promise.all([revoke(), ...Array.from({ length: clients }, (_, n) => client(n))])
    } finally {
      await Promise.all(nodes.map((node) => node.remove()))
    }
    assert.equal(seen.wrong, 0, `${seen.wrong} of ${seen.after} calls begun after the answer were let in`)
    assert.ok(total(seen.after) >= callsAfter && Math.min(...seen.after) > callsAfter / 4, `${seen.after}`)
  })

  test(`of ${races} races between calls and a revoke none brings a key back`, async () => {
    const nodes = [app(), await app().startNode(), await app().startNode()]
    const seen = { good: 0, during: 0, wrong: 0 }
    const queue = (await insertKeys(app(), races)).entries()

    const race = async ({ id: keyId, token }: { id: string; token: string }, n: number) => {
      // Dead once a call was refused or the revoke was answered, whichever is seen first.
      let [dead, answered] = [false, false]
      const caller = async (node: TestApp) => {
        for (let last = false; !last; ) {
          // A moment apart, so that the revoke gets its turn: the loop is about the calls around it.
          await wait(Math.random() * 4)
          last = answered
          const begunDead = dead
          const status = await statusAt(node, token)
          if (status !== 200) dead = true
          if (begunDead && status !== 401) seen.wrong++
          else if (status === 200) seen.good++
          else if (!begunDead) seen.during++
        }
      }
      const calling = nodes.map(caller)
      await nodes[n % 3]?.as('owner').call(revokeApiKey, { keyId })
      dead = answered = true
      await Promise.all(calling)
    }
    const racer = async () => {
      for (const [n, key] of queue) await race(key, n)
    }
    await Promise.all(Array.from({ length: 5 }, racer))

    assert.equal(seen.wrong, 0, `${seen.wrong} calls were let in after the key was dead`)
    // The races were real: calls that ran beside a revoke ended both ways.
    assert.ok(seen.good > races && seen.during > races / 10, JSON.stringify(seen))
    const keys = app().db.reader.selectFrom('apiKeys').where('name', '=', 'Race')
    const before = await keys.select(['id', 'revokedAt']).orderBy('id').execute()
    assert.equal(before.length, races)
    assert.ok(before.every(({ revokedAt }) => revokedAt !== null))
    // Last-used times of the last calls are written after the revoke, and change nothing about it.
    await wait(1500)
    assert.deepEqual(await keys.select(['id', 'revokedAt']).orderBy('id').execute(), before)
  })
})

/** Fresh keys of the owner, without a call for each. */
async function insertKeys({ db, people }: TestApp, count: number) {
  const keys = Array.from({ length: count }, () => ({ id: newId(), ...issueToken() }))
  const rows = keys.map(({ id, prefix, hash: tokenHash }) => ({ id, prefix, tokenHash }))
  const common = { ownerId: people.owner.id, name: 'Race', scopes: [] }
  await db.reader
    .insertInto('apiKeys')
    .values(rows.map((row) => ({ ...row, ...common })))
    .execute()
  return keys
}

const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
