import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, createClient } from '#client'
import * as api from '#contract'
import { clockShiftedBy, onPostgres, refusal, startNodeProcess, until } from '#testing'

const days = 24 * 60 * 60 * 1000

onPostgres('a node whose clock is wrong', (app) => {
  for (const [what, by] of [
    ['three days ahead', 3 * days],
    ['three days behind', -3 * days],
  ] as const) {
    test(`and ${what} judges keys and dates documents by the database's clock, and says that it is wrong`, async () => {
      const node = await startNodeProcess({
        DATABASE_URL: app().databaseUrl!,
        DATA_DIR: app().dataDir,
        ...clockShiftedBy(by),
      })
      try {
        const member = app().as('member')
        const { token, id } = await member.call(api.createApiKey, { name: what, expiresInDays: 1 })
        const script = createClient({ baseUrl: node.url, apiKey: token })
        await script.call(api.createProject, { name: what })
        assert.ok((await app().as('member').call(api.listProjects)).data.some(({ name }) => name === what))
        // The session, too: a sign-in lasts for two weeks.
        const browser = createClient({ baseUrl: node.url, headers: app().people.member.headers })
        await browser.call(api.getMe)

        const { lastUsedAt } = await until(
          async () => (await member.call(api.listApiKeys)).data.find((key) => key.id === id)!,
          (key) => key.lastUsedAt !== null,
        )
        assert.ok(Math.abs(Date.parse(lastUsedAt ?? '') - Date.now()) < 60_000)
        assert.match(node.output(), /"clockAheadMs":-?2\d{8}.*the clock of this machine/)
        // The other node agrees with the database.
        const { ready, reason } = await browser.call(api.getReadiness)
        assert.equal(ready, false)
        assert.match(reason ?? '', /^The clock of this machine is wrong/)
        const { sections } = await app().as('admin').call(api.getHome)
        const found = sections.wrongClocks?.data.map(({ aheadSeconds }) =>
          Math.round((aheadSeconds * 1000) / days),
        )
        assert.ok(found?.includes(by / days))
        assert.equal((await member.call(api.getHome)).sections.wrongClocks, null)

        await member.call(api.revokeApiKey, { keyId: id })
        await refusal(script.call(api.getMe), 'unauthenticated')

        await assertDatedToday(createClient({ baseUrl: node.url, headers: app().people.admin.headers }))
      } finally {
        await node.remove()
      }
    })
  }
})

/** Asserts that documents get today's date, that none gets a later one, and that only what was due before is overdue. */
async function assertDatedToday(admin: Client): Promise<void> {
  const from = today()
  const { id: patientId } = await admin.call(api.createPatient, { familyName: 'Papadaki' })
  const issue = async (more: object) =>
    (await admin.call(api.createInvoice, { patientId, lines, ...more })).id as string
  await refusal(issue({ issueDate: dateIn(2) }), 'validation_failed')
  const late = await issue({ issueDate: dateIn(-2), dueDate: dateIn(-1) })
  const [paid, voided] = [await issue({ termsDays: 1 }), await issue({ termsDays: 1 })]
  const overdue = await admin.call(api.listInvoices, { patientId, overdue: 'true' })
  assert.deepEqual(
    overdue.data.map(({ id }) => id),
    [late],
  )
  await admin.call(api.recordPayment, { invoiceId: paid, amount: '1', method: 'cash' })
  await admin.call(api.createCreditNote, { invoiceId: paid, reason: 'Returned' })
  await admin.call(api.voidInvoice, { invoiceId: voided, reason: 'Billed twice' })
  const { accounts } = await admin.call(api.getStatement, { patientId, from })
  assert.deepEqual(
    accounts[0]?.entries.map(({ kind }) => kind),
    ['invoice', 'invoice', 'payment', 'credit_note', 'void'],
  )
  assert.ok(accounts[0]?.entries.every(({ date }) => date <= today()))
}

const lines = [{ description: 'Treatment', quantity: '1', unitPrice: '10' }]
const dateIn = (count: number) => new Date(Date.now() + count * days).toISOString().slice(0, 10)
const today = () => dateIn(0)
