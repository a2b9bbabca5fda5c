import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApiKey, revokeApiKey, updateUser } from '#contract'
import { createLog } from '#platform'
import {
  addNewcomer,
  meeting,
  type Newcomer,
  onDatabase,
  type TestApp,
  testOrigin,
  testSecrets,
  until,
} from '#testing'
import { type MailServer, startMailServer } from '../mail/testing/mail-server.ts'
import { expiringKeysEmail } from './expiring-email.ts'
import { createReminders } from './remind.ts'

let mail: MailServer
before(async () => {
  mail = await startMailServer()
})
after(() => mail.stop())

const context = { log: createLog('silent'), signal: new AbortController().signal }
const expiring = /^Your API keys? expires? soon$/

async function addKey({ client }: Newcomer, name: string, expiresInDays?: number): Promise<string> {
  return (await client.call(createApiKey, { name, ...(expiresInDays && { expiresInDays }) })).id
}

/** Begins the daily job and waits for its end, and for that of the emails. */
async function remind({ db }: TestApp): Promise<void> {
  await db.pool.query(`insert into pgboss.job (name) values ('api_keys.remind')`)
  const open = async () =>
    (
      await db.pool.query(
        `select from pgboss.job where name in ('api_keys.remind', 'mail.send') and state < 'completed'`,
      )
    ).rows.length
  await until(open, (count) => count === 0)
}

/** Days pass, for all keys. */
const pass = ({ db }: TestApp, days: number) =>
  db.pool.query(
    `update api_keys set created_at = created_at - make_interval(days => $1), expires_at = expires_at - make_interval(days => $1)`,
    [days],
  )

onDatabase(
  'keys that expire soon',
  (app, kind) => {
    test('are emailed to their owner 14 days before, in one email', async () => {
      const [person, other] = [await addNewcomer(app(), 'member'), await addNewcomer(app(), 'member')]
      for (const [name, days] of [
        ['Nightly export', 20],
        ['Till', 16],
        ['In time', 21],
        ['Made for two weeks', 14],
        ['Never', undefined],
      ] as const) {
        await addKey(person, name, days)
      }
      const revoked = await addKey(person, 'Revoked', 16)
      await person.client.call(revokeApiKey, { keyId: revoked })
      await addKey(other, 'Of another', 16)
      const disabled = await addNewcomer(app(), 'member')
      await addKey(disabled, 'Of someone disabled', 16)
      await app().as('owner').call(updateUser, { userId: disabled.id, disabled: true })

      await pass(app(), 6)
      await remind(app())
      const { subject, text = '' } = await mail.emailTo(person.email, expiring)
      assert.equal(subject, 'Your API keys expire soon')
      const names = [...text.matchAll(/^- (.*) \(aie_[0-9a-f]{8}\), on \d+ \w+ \d{4} at \d\d:\d\d UTC$/gm)]
      assert.deepEqual(
        names.map(([, name]) => name),
        ['Till', 'Nightly export'],
      )
      await mail.emailTo(other.email, /^Your API key expires soon$/)

      await addKey(person, 'Newer', 15)
      await pass(app(), 2)
      await remind(app())
      const newer = await mail.emailTo(person.email, expiring, 2)
      assert.match(newer.text ?? '', /^- Newer /m)
      assert.doesNotMatch(newer.text ?? '', /Nightly export/)
      assert.equal(mail.emailsTo(other.email, expiring).length, 1)
      assert.equal(mail.emailsTo(disabled.email, expiring).length, 0)

      await pass(app(), 5)
      await remind(app())
      const last = await mail.emailTo(person.email, expiring, 3)
      assert.deepEqual(last.text?.match(/^- \w+/gm), ['- Made', '- Till'])
    })

    test('are emailed once if both reminders are due at the same time', async () => {
      const person = await addNewcomer(app(), 'member')
      await addKey(person, 'Nightly export', 20)
      await pass(app(), 18)
      await remind(app())
      await remind(app())
      assert.equal(mail.emailsTo(person.email, expiring).length, 1)
    })

    test('are left out if they were revoked before the email was written', async () => {
      const person = await addNewcomer(app(), 'member')
      const keyIds = [await addKey(person, 'Revoked meanwhile', 2), await addKey(person, 'Still there', 2)]
      const context = {
        reader: app().db.reader,
        organisation: 'Aerie',
        timeZone: 'UTC',
        baseUrl: testOrigin,
        secrets: testSecrets,
      }
      const write = () =>
        expiringKeysEmail.write(context, { id: '', ownerId: person.id, keyIds, count: keyIds.length })
      await person.client.call(revokeApiKey, { keyId: keyIds[0]! })
      assert.match(JSON.stringify(await write()), /Still there(?!.*Revoked meanwhile)/)
      await person.client.call(revokeApiKey, { keyId: keyIds[1]! })
      assert.equal(await write(), null)
    })

    if (kind === 'postgresql') atOnce(app)
  },
  async () => ({ ...mail.settings }),
)

/** Races, of which the embedded database can show nothing. */
function atOnce(app: () => TestApp): void {
  test('are emailed once by two simultaneous runs', async () => {
    const person = await addNewcomer(app(), 'member')
    const id = await addKey(person, 'Nightly export', 16)
    await pass(app(), 3)
    const posted: string[] = []
    const job = createReminders(async (_tx, _letter, ...data) => {
      posted.push(...data.map((each) => JSON.stringify(each)))
    })
    const lock = `select from api_keys where id = '${id}' for update`
    const run = () => job.run({ db: app().db, ...context }, {})
    await meeting(app().databaseUrl, { lock, count: 2 }, () => Promise.all([run(), run()]))
    assert.equal(posted.filter((each) => each.includes(id)).length, 1)
  })
}
