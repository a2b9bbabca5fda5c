import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '#client'
import { createApiKey, createProject, listProjects, revokeApiKey } from '#contract'
import { openDatabase } from '#database'
import { type NodeProcess, signInHeaders, startNodeProcess, testPassword } from '#testing'
import { newDataDir } from '../testing/data-dir.ts'
import { loseAnswer } from '../testing/lose-answer.ts'

const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }
const rounds = 2
const callersAtOnce = 8

describe('kill -9, embedded', () => {
  let dataDir: string
  let node: NodeProcess
  let headers: Record<string, string>
  const start = () => startNodeProcess({ ...owner, DATA_DIR: dataDir })

  before(async () => {
    dataDir = await newDataDir()
    node = await start()
    headers = await signInHeaders(node.url, owner.OWNER_EMAIL)
  })
  after(async () => {
    await node.remove()
    await rm(dataDir, { recursive: true })
  })

  test('between commit and answer, loses nothing: a retry gets the answer that was under way', async () => {
    const call = {
      path: createProject.path,
      headers,
      body: { name: 'Made once' },
      idempotencyKey: 'lost answer',
    }
    node = (await loseAnswer(node, call, start)).node
    const client = createClient({ baseUrl: node.url, headers })
    assert.equal((await client.call(listProjects, { q: 'Made once' })).data.length, 1)
  })

  test('at any moment, leaves each key with its audit entry, and loses none that was answered', async () => {
    const made: string[] = []
    const revoked: string[] = []
    for (let round = 1; round <= rounds; round++) {
      const callers = Array.from({ length: callersAtOnce }, () => makeAndRevoke(node.url))
      const enough = made.length + 5 + Math.random() * 50
      while (made.length < enough || revoked.length === 0) await wait(Math.random() * 10)
      await node.end('SIGKILL')
      await Promise.all(callers)
      await assertWhole()
      if (round < rounds) node = await start()
    }

    async function makeAndRevoke(baseUrl: string): Promise<void> {
      const client = createClient({ baseUrl, headers })
      try {
        for (;;) {
          const { id: keyId } = await client.call(createApiKey, { name: 'Of a crash' })
          made.push(keyId)
          await client.call(revokeApiKey, { keyId })
          revoked.push(keyId)
        }
      } catch (error) {
        // What `fetch` throws once the node is dead.
        assert.ok(error instanceof TypeError, String(error))
      }
    }

    async function assertWhole(): Promise<void> {
      const db = await openDatabase({ url: undefined, dataDir, poolSize: 1 })
      try {
        const keys = db.reader.selectFrom('apiKeys').select('id').orderBy('id')
        const entries = db.reader.selectFrom('auditLog').select('targetId as id').orderBy('targetId')
        const there = await keys.execute()
        assert.deepEqual(await entries.where('action', '=', 'api_key.create').execute(), there)
        const ended = await keys.where('revokedAt', 'is not', null).execute()
        assert.deepEqual(await entries.where('action', '=', 'api_key.revoke').execute(), ended)
        assert.deepEqual(missing(made, there), [])
        assert.deepEqual(missing(revoked, ended), [])
      } finally {
        await db.close()
      }
    }
  })
})

function missing(answered: string[], rows: { id: string }[]): string[] {
  const there = new Set(rows.map(({ id }) => id))
  return answered.filter((id) => !there.has(id))
}
