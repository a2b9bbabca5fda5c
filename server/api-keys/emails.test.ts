import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApiKey, revokeApiKey, revokeManyApiKeys, updateUser } from '#contract'
import { addNewcomer, onDatabase, type TestApp, testOrigin, until } from '#testing'
import { type MailServer, startMailServer } from '../mail/testing/mail-server.ts'

let mail: MailServer
before(async () => {
  mail = await startMailServer()
})
after(() => mail.stop())

const created = /^An API key was created for your account$/
const revoked = /^Your API keys? (was|were) revoked$/

/** Waits until every queued email was sent. */
const allSent = ({ db }: TestApp) =>
  until(
    () => db.pool.query(`select from pgboss.job where name = 'mail.send' and state < 'completed'`),
    ({ rows }) => rows.length === 0,
  )

onDatabase(
  'emails about keys',
  (app) => {
    test('the owner gets one when a key is created, without its secret', async () => {
      const { email, client } = await addNewcomer(app(), 'member')
      const name = 'Nightly, Bcc: x@elsewhere.test'
      const { token, prefix } = await client.call(createApiKey, { name, expiresInDays: 30 })
      const { text = '', raw } = await mail.emailTo(email, created)
      assert.match(
        text,
        /^The API key Nightly, Bcc: x@elsewhere\.test \(aie_[0-9a-f]{8}\) was created for your account at Aerie on .* UTC\. It has your permissions and expires on .* UTC\.$/m,
      )
      assert.ok(text.includes(prefix) && text.includes(`${testOrigin}/settings/api-keys`))
      assert.ok(!raw.includes(token.slice(13)))
      await client.call(createApiKey, { name: 'For good' })
      const second = await mail.emailTo(email, created, 2)
      assert.match(second.text ?? '', /and never expires\./)
    })

    test('the owner gets one when someone else revokes a key, and none for revoking it themselves', async () => {
      const { email, client } = await addNewcomer(app(), 'member')
      const [own, other] = [
        await client.call(createApiKey, { name: 'Own' }),
        await client.call(createApiKey, { name: 'Leaked' }),
      ]
      await client.call(revokeApiKey, { keyId: own.id })
      for (let n = 0; n < 2; n++) await app().as('admin').call(revokeApiKey, { keyId: other.id })
      await allSent(app())
      const emails = mail.emailsTo(email, revoked)
      assert.deepEqual(
        emails.map(({ subject }) => subject),
        ['Your API key was revoked'],
      )
      const text = emails[0]?.text ?? ''
      assert.match(text, /^The admin \(admin@aerie\.test\) revoked these API keys of yours at Aerie\./)
      assert.ok(text.includes(`- Leaked (${other.prefix})`) && !text.includes('Own'))
    })

    test('each owner gets one for all keys that someone else revokes together; disabled users get none', async () => {
      const [one, other, disabled] = [
        await addNewcomer(app(), 'member'),
        await addNewcomer(app(), 'member'),
        await addNewcomer(app(), 'member'),
      ]
      const keyIds: string[] = []
      for (const { client } of [one, one, other, disabled, { client: app().as('admin') }]) {
        keyIds.push((await client.call(createApiKey, { name: `Key ${keyIds.length}` })).id)
      }
      await app().as('owner').call(updateUser, { userId: disabled.id, disabled: true })
      await app().as('admin').call(revokeManyApiKeys, { keyIds })
      await allSent(app())
      const textsTo = (email: string) => mail.emailsTo(email, revoked).map(({ text }) => text ?? '')
      const [first = '', ...more] = textsTo(one.email)
      assert.deepEqual(more, [])
      assert.match(first, /- Key 0 .*\n- Key 1 /)
      assert.match(textsTo(other.email)[0] ?? '', /- Key 2 /)
      for (const { email } of [disabled, app().people.admin]) assert.deepEqual(textsTo(email), [])
    })

    test('an email lists at most 50 keys and counts the rest', async () => {
      const { id: ownerId, email, client } = await addNewcomer(app(), 'member')
      await Promise.all(Array.from({ length: 52 }, () => client.call(createApiKey, { name: 'Key' })))
      await app().as('owner').call(revokeManyApiKeys, { ownerId })
      const { text = '' } = await mail.emailTo(email, revoked)
      assert.equal(text.match(/^- Key /gm)?.length, 50)
      assert.match(text, /^- and 2 more$/m)
    })

    test('no email is queued for a change that is refused', async () => {
      const { email, client } = await addNewcomer(app(), 'member')
      await client.call(createApiKey, { name: 'x', expiresInDays: 0 }).catch(() => {})
      await allSent(app())
      assert.deepEqual(mail.emailsTo(email, created), [])
    })
  },
  async () => ({ ...mail.settings }),
)
