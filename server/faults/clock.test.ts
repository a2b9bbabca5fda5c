import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#client'
import { createApiKey, createProject, getMe, listApiKeys, listProjects, revokeApiKey } from '#contract'
import { clockShiftedBy, onPostgres, refusal, startNodeProcess, until } from '#testing'

const days = 24 * 60 * 60 * 1000

onPostgres('a node whose clock is wrong', (app) => {
  for (const [what, by] of [
    ['three days ahead', 3 * days],
    ['three days behind', -3 * days],
  ] as const) {
    test(`and ${what} judges keys by the database's clock, and says that it is wrong`, async () => {
      const node = await startNodeProcess({
        DATABASE_URL: app().databaseUrl!,
        DATA_DIR: app().dataDir,
        ...clockShiftedBy(by),
      })
      try {
        const member = app().as('member')
        const { token, id } = await member.call(createApiKey, { name: what, expiresInDays: 1 })
        const script = createClient({ baseUrl: node.url, apiKey: token })
        await script.call(createProject, { name: what })
        assert.ok((await app().as('member').call(listProjects)).data.some(({ name }) => name === what))
        // The session, too: a sign-in lasts for two weeks.
        const browser = createClient({ baseUrl: node.url, headers: app().people.member.headers })
        await browser.call(getMe)

        const { lastUsedAt } = await until(
          async () => (await member.call(listApiKeys)).data.find((key) => key.id === id)!,
          (key) => key.lastUsedAt !== null,
        )
        assert.ok(Math.abs(Date.parse(lastUsedAt ?? '') - Date.now()) < 60_000)
        assert.match(node.output(), /"aheadByMs":-?2\d{8}.*the clock of this machine/)

        await member.call(revokeApiKey, { keyId: id })
        await refusal(script.call(getMe), 'unauthenticated')
      } finally {
        await node.remove()
      }
    })
  }
})
