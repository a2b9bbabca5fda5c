import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { createClient } from '#client'
import { createApiKey, getMe, revokeApiKey } from '#contract'
import { bearer, patiently, signInHeaders, startNodeProcess, testPassword, until } from '#testing'
import { patroniIsMissing, startPatroni } from '../patroni.ts'
import { projectNames, startLoad } from './testing/load.ts'

describe('PostgreSQL with Patroni, etcd and HAProxy, configured by deploy/patroni/', {
  skip: patroniIsMissing,
}, () => {
  test('replaces a crashed primary; nothing confirmed is lost, and a revoked key stays revoked', async () => {
    await using cluster = await startPatroni()
    const email = 'owner@aerie.test'
    const node = await startNodeProcess({
      DATABASE_URL: cluster.url,
      OWNER_EMAIL: email,
      OWNER_PASSWORD: testPassword,
    })
    const pool = new pg.Pool({ connectionString: cluster.url, max: 1 })
    try {
      const browser = createClient({ baseUrl: node.url, headers: await signInHeaders(node.url, email) })
      const [kept, revoked] = [
        await browser.call(createApiKey, { name: 'Kept' }),
        await browser.call(createApiKey, { name: 'Revoked' }),
      ]
      await browser.call(revokeApiKey, { keyId: revoked.id })
      const load = startLoad(node.url, bearer(kept.token))
      const answers = (count: number) =>
        until(
          async () => load.answered(),
          (answered) => answered >= count,
        )
      await answers(50)

      const primary = await cluster.settled()
      await cluster.kill(primary, 'PostgreSQL')
      assert.notEqual(await until(cluster.writable, (machine) => machine !== null), primary)
      await answers(load.answered() + 50)
      const { made, wrong } = await load.stop()
      assert.deepEqual(wrong, [])
      assert.deepEqual(await projectNames(pool as never), made.toSorted())
      await patiently(() => createClient({ baseUrl: node.url, headers: bearer(kept.token) }).call(getMe))
      assert.equal((await fetch(`${node.url}/api/me`, { headers: bearer(revoked.token) })).status, 401)
    } finally {
      await pool.end()
      await node.remove()
    }
  })
})
