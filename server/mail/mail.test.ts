import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, afterEach, before, test } from 'node:test'
import { createClient } from '#client'
import { createInvitation } from '#contract'
import { newId } from '#platform'
import {
  onDatabase,
  runKilledJobsAgain,
  signInHeaders,
  startNodeProcess,
  type TestApp,
  testPassword,
  until,
} from '#testing'
import { newDataDir } from '../testing/data-dir.ts'
import { MailError, sendBySmtp } from './send.ts'
import { type MailServer, startMailServer } from './testing/mail-server.ts'

let mail: MailServer
before(async () => {
  mail = await startMailServer()
})
after(() => mail.stop())
afterEach(() => {
  mail.answer = 250
  mail.answerToSender = 250
})

const message = { to: 'grace@aerie.test', from: 'aerie@clinic.test', subject: 'x', text: 'told-to-grace' }
const invite = async (app: TestApp) => {
  const email = `${newId()}@aerie.test`
  const { id } = await app.as('owner').call(createInvitation, { email, role: 'member' })
  return { id, email }
}
interface Queued {
  id: string
  state: string
  attempts: number
}
/** Returns the job that sends this email. */
const queued = async ({ db }: TestApp, id: string): Promise<Queued> => {
  const { rows } = await db.pool.query<Queued>(
    `select id, state::text, retry_count as attempts from pgboss.job where name = 'mail.send' and data->>'id' = $1`,
    [id],
  )
  return rows[0]!
}
const retryNow = ({ db }: TestApp) =>
  db.pool.query(`update pgboss.job set start_after = now() where name = 'mail.send' and state = 'retry'`)

onDatabase(
  'an email',
  (app) => {
    test('comes from the organisation, says that nobody wrote it, and bears the name of what it is about', async () => {
      // Nobody can set such a name any more, but it may be there since before.
      await app().db.pool.query(`update settings set organisation_name = $1`, [
        'Eyrie\r\nBcc: everyone@elsewhere.test',
      ])
      const { id, email } = await invite(app())
      const sent = await mail.emailTo(email)
      const header = (name: string) => sent.headers.find(({ key }) => key === name)?.value
      assert.deepEqual(sent.from, {
        name: 'Eyrie Bcc: everyone@elsewhere.test',
        address: 'aerie@clinic.test',
      })
      assert.deepEqual(
        sent.to?.map(({ address }) => address),
        [email],
      )
      assert.deepEqual(sent.recipients, [email])
      assert.equal(sent.subject, 'Invitation to Eyrie Bcc: everyone@elsewhere.test')
      assert.equal(header('bcc'), undefined)
      assert.equal(header('auto-submitted'), 'auto-generated')
      assert.equal(sent.messageId, `<invitation.${id}@aerie.test>`)
      assert.ok(sent.text && sent.html)
    })

    test('waits while the server is down, or does not take it for now, and goes once it does', async () => {
      await mail.stop()
      const { id, email } = await invite(app())
      await until(
        () => queued(app(), id),
        ({ state }) => state === 'retry',
      )
      mail.answer = 451
      await mail.start()
      await retryNow(app())
      await until(
        () => queued(app(), id),
        ({ state, attempts }) => state === 'retry' && attempts >= 1,
      )
      mail.answer = 250
      await retryNow(app())
      await mail.emailTo(email)
    })

    test('that is refused for good is not tried again', async () => {
      mail.answer = 550
      const { id, email } = await invite(app())
      await until(
        () => queued(app(), id),
        ({ state }) => state === 'completed',
      )
      assert.deepEqual(mail.emailsTo(email), [])
    })

    test('that is sent twice is recognizably the same', async () => {
      const { id, email } = await invite(app())
      await mail.emailTo(email)
      await until(
        () => queued(app(), id),
        ({ state }) => state === 'completed',
      )
      const { id: job } = await queued(app(), id)
      // As if the node had died between the mail server's yes and the end of the job.
      await app().db.pool.query(`update pgboss.job set state = 'active', completed_on = null where id = $1`, [
        job,
      ])
      await runKilledJobsAgain((statement) => app().db.pool.query(statement))
      await mail.emailTo(email, /^/, 2)
      const [first, second] = mail.emailsTo(email)
      assert.deepEqual(
        [first?.messageId, first?.subject, first?.text],
        [second?.messageId, second?.subject, second?.text],
      )
    })
  },
  async () => ({ ...mail.settings }),
)

test('an error never quotes the server, and shows whether retrying helps', async () => {
  const { SMTP_URL } = mail.settings
  const failure = (url: string) =>
    sendBySmtp(url, message).then(
      () => assert.fail('should be refused'),
      (error: unknown) => {
        assert.ok(error instanceof MailError)
        assert.doesNotMatch(JSON.stringify([error.message, error]), /told-to|grace|Not this one/)
        return error.permanent
      },
    )
  assert.equal(await failure(SMTP_URL.replace('told-to', 'not-told-to')), false)
  // A password goes to another machine, as which this address counts, only with TLS.
  await failure(SMTP_URL.replace('127.0.0.1', '0.0.0.0'))
  mail.answer = 550
  assert.equal(await failure(SMTP_URL), true)
  mail.answer = 451
  assert.equal(await failure(SMTP_URL), false)
  mail.answerToSender = 550
  assert.equal(await failure(SMTP_URL), false)
  assert.equal(await failure('smtp://aerie:told-to-nobody@127.0.0.1:1'), false)
})

test('an email survives kill -9, and the log contains neither its link nor the mail server’s password', async () => {
  const DATA_DIR = await newDataDir()
  const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }
  const start = () => startNodeProcess({ ...owner, ...mail.settings, DATA_DIR, LOG_LEVEL: 'debug' })
  const email = `${newId()}@aerie.test`
  await mail.stop()
  const first = await start()
  const headers = await signInHeaders(first.url, owner.OWNER_EMAIL)
  const { url = '' } = await createClient({ baseUrl: first.url, headers }).call(createInvitation, {
    email,
    role: 'member',
  })
  await until(
    async () => first.output(),
    (output) => output.includes('job failed'),
  )
  await first.end('SIGKILL')
  await mail.start()
  const second = await start()
  try {
    const { text } = await mail.emailTo(email)
    assert.ok(text?.includes(url))
    const output = first.output() + second.output()
    for (const secret of [url.split('/').at(-1)!, new URL(mail.settings.SMTP_URL).password]) {
      assert.ok(!output.includes(secret))
    }
  } finally {
    await second.remove()
    await rm(DATA_DIR, { recursive: true })
  }
})
