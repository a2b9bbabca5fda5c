import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { createClient } from '#client'
import { createApiKey, revokeApiKey, revokeSessions } from '#contract'
import { type NodeProcess, postgres, signInHeaders, startNodeProcess, testPassword, until } from '#testing'
import { freePort } from '../free-port.ts'
import { startHaproxy } from '../haproxy.ts'
import { howToGetPgbouncer, type Pgbouncer, pgbouncerIsThere, startPgbouncer } from '../pgbouncer.ts'
import { howToGetPostgres, type PostgresServer, startPostgres } from '../postgres.ts'

type Credentials = Record<string, string>

const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }

const skip = !postgres ? `needs ${howToGetPostgres}` : !pgbouncerIsThere && `needs ${howToGetPgbouncer}`

for (const through of ['HAProxy', 'PgBouncer and HAProxy'])
  describe(`a standby that lags behind, through ${through}`, { skip }, () => {
    let primary: PostgresServer
    let standby: PostgresServer
    let haproxy: Awaited<ReturnType<typeof startHaproxy>>
    let pgbouncer: Pgbouncer | undefined
    /** The address for nodes. */
    let behind: URL
    const nodes: NodeProcess[] = []

    before(async () => {
      primary = (await startPostgres())!
      behind = new URL(await primary.createDatabase())
      standby = await primary.startStandby()
      behind.port = String(await freePort())
      haproxy = await startHaproxy('haproxy-postgres.cfg', {
        '127.0.0.1:5433': `127.0.0.1:${behind.port}`,
        '127.0.0.1:5432': `127.0.0.1:${primary.port}`,
        '127.0.0.1:5434': `127.0.0.1:${standby.port}`,
      })
      if (through !== 'HAProxy') {
        pgbouncer = await startPgbouncer(behind.href, { poolSize: 4 })
        behind = new URL(`${pgbouncer.url}?pgbouncer=true`)
      }
      await until(isInRecovery, (standby) => standby === false)
      for (const settings of [owner, {}])
        nodes.push(
          await startNodeProcess({
            ...settings,
            ...(nodes[0] && { DATA_DIR: nodes[0].dataDir }),
            DATABASE_URL: behind.href,
          }),
        )
    })
    after(async () => {
      for (const node of nodes) await node.remove()
      await pgbouncer?.stop()
      await haproxy?.stop()
      await standby?.stop()
      await primary?.stop()
    })

    /** Whether the server that nodes reach is the standby; null while there is none. */
    async function isInRecovery(): Promise<boolean | null> {
      const client = new pg.Client(behind.href)
      client.on('error', () => {})
      try {
        await client.connect()
        const { rows } = await client.query('select pg_is_in_recovery() as standby')
        return rows[0].standby
      } catch {
        return null
      } finally {
        await client.end()
      }
    }

    /** The statuses of a few simultaneous calls to each node. */
    async function statuses(path: string, headers: Credentials): Promise<number[]> {
      const calls = nodes.flatMap(({ url }) =>
        Array.from({ length: 4 }, () => fetch(`${url}${path}`, { headers })),
      )
      const answers = await Promise.all(calls)
      await Promise.all(answers.map((answer) => answer.arrayBuffer()))
      return [...new Set(answers.map(({ status }) => status))].sort()
    }

    test('recognizes nobody until it is promoted, so a revoked key never works again', async () => {
      const session = () => signInHeaders(nodes[0]!.url, owner.OWNER_EMAIL)
      const [kept, ended] = [await session(), await session()]
      const browser = createClient({ baseUrl: nodes[0]!.url, headers: kept })
      const newKey = async (name: string) => {
        const { id, token } = await browser.call(createApiKey, { name })
        return { id, headers: { authorization: `Bearer ${token}` } }
      }
      const revoked = await newKey('Revoked')
      assert.deepEqual(await statuses('/api/me', revoked.headers), [200])

      await standby.pauseReplay()
      const unknownThere = await newKey('Unknown to the standby')
      await browser.call(revokeApiKey, { keyId: revoked.id })
      await browser.call(revokeSessions, { exceptThis: true })
      const allowed = { key: unknownThere.headers, session: kept }
      const refused = { key: revoked.headers, session: ended }
      const assertEach = async (of: Record<string, Credentials>, expected: number) => {
        for (const [name, headers] of Object.entries(of))
          assert.deepEqual([name, await statuses('/api/me', headers)], [name, [expected]])
      }
      await assertEach(refused, 401)
      await assertEach(allowed, 200)

      await primary.control('stop immediate')
      await until(isInRecovery, (standby) => standby === true)
      for (let round = 1; round <= 5; round++) {
        await assertEach(refused, 503)
        await assertEach(allowed, 503)
        assert.deepEqual(await statuses('/api/auth/get-session', ended), [503])
        assert.deepEqual(await statuses('/api/health', {}), [503])
      }

      await standby.control('promote')
      for (const headers of Object.values(allowed)) {
        await until(
          () => statuses('/api/me', headers),
          (all) => !all.includes(503),
        )
      }
      await assertEach(refused, 401)
      await assertEach(allowed, 200)
    })
  })
