import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createApiKey, revokeApiKey, updateUser } from '#contract'
import { addNewcomer, bearer, keepingAlive, onPostgres, rawCall, type TestApp } from '#testing'
import { issueToken } from './token.ts'

const rounds = 2000
const tokensOfEach = 5
const withinMs = 0.04

onPostgres('the time that a refusal takes', (app) => {
  // In each round one call of every kind is made, in a new random order, so that other load on the machine affects all
  // alike. Of each two kinds the differences within the rounds are taken: their median is what one kind takes longer,
  // known to about 7 µs on a machine with ten times more to do than it can, and to 1 µs on a quiet one.
  test('does not tell a wrong key from a revoked, an expired or an owner-disabled one', async () => {
    const tokens = await tokensOfEveryKind(app())
    const kinds = Object.keys(tokens)
    const agent = keepingAlive(1)
    const call = async (kind: string, round: number) => {
      const headers = bearer(tokens[kind]![round % tokensOfEach]!)
      const begun = performance.now()
      const { status } = await rawCall(app().url, '/api/me', { headers, agent })
      const took = performance.now() - begun
      assert.equal(status, 401)
      return took
    }
    const measure = async () => {
      const times = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]]))
      for (let round = 0; round < rounds; round++) {
        for (const kind of shuffled(kinds)) times[kind]?.push(await call(kind, round))
      }
      return times
    }
    let suspects = kinds.flatMap((one) => kinds.map((other) => ({ one, other, longerMs: 0 })))
    // What the machine does meanwhile does not hit the same two in the same way each time.
    for (let turn = 0; turn < 3 && suspects.length > 0; turn++) {
      const times = await measure()
      suspects = suspects
        .map(({ one, other }) => ({
          one,
          other,
          longerMs: median(times[one]!.map((time, round) => time - times[other]![round]!)),
        }))
        .filter(({ longerMs }) => longerMs > withinMs)
    }
    agent.destroy()
    assert.deepEqual(suspects, [])
  })
})

async function tokensOfEveryKind(app: TestApp): Promise<Record<string, string[]>> {
  const owner = app.as('owner')
  const { id: userId, client } = await addNewcomer(app, 'member')
  const tokens = { wrong: [], revoked: [], expired: [], disabled: [] } as Record<string, string[]>
  for (let n = 0; n < tokensOfEach; n++) {
    tokens.wrong?.push(issueToken().token)
    const revoked = await owner.call(createApiKey, { name: 'Revoked' })
    await owner.call(revokeApiKey, { keyId: revoked.id })
    tokens.revoked?.push(revoked.token)
    tokens.expired?.push((await owner.call(createApiKey, { name: 'Expired', expiresInDays: 1 })).token)
    tokens.disabled?.push((await client.call(createApiKey, { name: 'Of somebody disabled' })).token)
  }
  await sql`update api_keys set expires_at = created_at + interval '1 ms' where name = 'Expired'`.execute(
    app.db.reader,
  )
  await owner.call(updateUser, { userId, disabled: true })
  return tokens
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
