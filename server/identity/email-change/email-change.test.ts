import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  changePassword,
  confirmEmailChange,
  createApiKey,
  getMe,
  listAuditLog,
  requestEmailChange,
  requestPasswordReset,
  resetPassword,
  signIn,
  updateUser,
} from '#contract'
import { newId } from '#platform'
import { inBrowser, meeting, onDatabase, refusal, type TestApp, testOrigin, testPassword } from '#testing'
import { type MailServer, startMailServer } from '../../mail/testing/mail-server.ts'
import { addVisitor } from '../testing/two-factor.ts'

let mail: MailServer
before(async () => {
  mail = await startMailServer()
})
after(() => mail.stop())

const newAddress = () => `new-${newId()}@aerie.test`
const confirm = (app: TestApp, token: string) => app.as('nobody').call(confirmEmailChange, { token })

/** Returns the token of the link in the newest of `count` emails. */
async function tokenSentTo(email: string, page = 'confirm-email', count = 1): Promise<string> {
  const subject = page === 'confirm-email' ? /^Confirm your email address for / : /^Reset your password for /
  const { text = '' } = await mail.emailTo(email, subject, count)
  const [, token] = new RegExp(`^${testOrigin}/${page}/([\\w-]{43})$`, 'm').exec(text) ?? []
  assert.ok(token, text)
  return token
}

onDatabase(
  'changing one’s email address',
  (app, kind) => {
    test('takes a link sent to the new one, which works once, and notifies the old one', async () => {
      const { id, email, browser } = await addVisitor(app())
      const { token: key } = await browser.call(createApiKey, { name: 'Nightly' })
      const wanted = newAddress()
      await browser.call(requestEmailChange, { email: wanted.toUpperCase() })
      assert.equal((await browser.call(getMe)).user.email, email)

      const token = await tokenSentTo(wanted)
      assert.deepEqual(await confirm(app(), token), { email: wanted })
      assert.equal((await browser.call(getMe)).user.email, wanted)
      await app().withToken(key).call(getMe)
      await app().as('nobody').call(signIn, { email: wanted, password: testPassword })
      await refusal(app().as('nobody').call(signIn, { email, password: testPassword }), 'invalid_credentials')
      const { text = '' } = await mail.emailTo(email, /^Your email address for .* was changed$/, 1)
      assert.match(text, /If this was not you/)
      await refusal(confirm(app(), token), 'email_link_invalid')

      const { data } = await app().as('owner').call(listAuditLog, { action: 'user.email' })
      assert.deepEqual(
        data.map(({ actor, target, details }) => ({ actor, target, details })),
        [{ changed: wanted }, { requested: wanted }].map((details) => ({
          actor: inBrowser({ id, email }),
          target: { type: 'user', id, label: email },
          details,
        })),
      )
      const { rows } = await app().db.pool.query('select * from email_changes')
      assert.ok(!JSON.stringify(rows).includes(token))
    })

    test('refuses an address in use, also one taken meanwhile, and one’s own', async () => {
      const { email, browser } = await addVisitor(app())
      const owner = app().people.owner.email
      await refusal(browser.call(requestEmailChange, { email: owner }), 'email_taken')
      const own = await refusal(browser.call(requestEmailChange, { email }), 'validation_failed')
      assert.equal(own.errors?.[0]?.path, 'email')

      const wanted = newAddress()
      await browser.call(requestEmailChange, { email: wanted })
      const token = await tokenSentTo(wanted)
      const other = await addVisitor(app())
      await app().db.pool.query('update users set email = $2 where id = $1', [other.id, wanted])
      await refusal(confirm(app(), token), 'email_taken')
      assert.equal((await browser.call(getMe)).user.email, email)
    })

    test('works with the newest link only, for an hour, while the user is enabled', async () => {
      const { id, browser } = await addVisitor(app())
      const [first, second] = [newAddress(), newAddress()]
      await browser.call(requestEmailChange, { email: first })
      const replaced = await tokenSentTo(first)
      await browser.call(requestEmailChange, { email: second })
      const token = await tokenSentTo(second)
      await refusal(confirm(app(), replaced), 'email_link_invalid')
      const move = (hours: number) =>
        app().db.pool.query(
          'update email_changes set expires_at = expires_at + make_interval(hours => $2) where user_id = $1',
          [id, hours],
        )
      await move(-1)
      await refusal(confirm(app(), token), 'email_link_invalid')
      await move(1)
      await app().as('owner').call(updateUser, { userId: id, disabled: true })
      await refusal(confirm(app(), token), 'email_link_invalid')
      await refusal(confirm(app(), 'made-up'), 'email_link_invalid')
    })

    test('is called off by a new password, and ends reset links in the old mailbox', async () => {
      const { email, browser } = await addVisitor(app())
      const wanted = newAddress()
      await browser.call(requestEmailChange, { email: wanted })
      const token = await tokenSentTo(wanted)
      const newPassword = 'another password of some length'
      await browser.call(changePassword, { currentPassword: testPassword, newPassword })
      await refusal(confirm(app(), token), 'email_link_invalid')

      await app().as('nobody').call(requestPasswordReset, { email })
      const reset = await tokenSentTo(email, 'reset-password')
      await browser.call(requestEmailChange, { email: wanted })
      await confirm(app(), await tokenSentTo(wanted, 'confirm-email', 2))
      await refusal(
        app().as('nobody').call(resetPassword, { token: reset, newPassword: testPassword }),
        'reset_link_invalid',
      )
    })

    test('is refused after five requests in an hour', async () => {
      const { browser } = await addVisitor(app())
      for (let n = 0; n < 5; n++) await browser.call(requestEmailChange, { email: newAddress() })
      const refused = browser.call(requestEmailChange, { email: newAddress() })
      assert.equal((await refusal(refused, 'validation_failed')).errors?.[0]?.path, 'email')
    })

    if (kind === 'postgresql') {
      test('with one link used twice at once happens once', async () => {
        const { browser } = await addVisitor(app())
        const wanted = newAddress()
        await browser.call(requestEmailChange, { email: wanted })
        const token = await tokenSentTo(wanted)
        const lock = 'lock table users in exclusive mode'
        const results = await meeting(app().databaseUrl, { lock, count: 2 }, () =>
          Promise.allSettled([confirm(app(), token), confirm(app(), token)]),
        )
        assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
        for (const result of results)
          if (result.status === 'rejected') await refusal(Promise.reject(result.reason), 'email_link_invalid')
      })
    }
  },
  async () => ({ ...mail.settings }),
)

onDatabase('changing one’s email address without email', (app) => {
  test('is refused, and the response says why', async () => {
    const refused = app().as('member').call(requestEmailChange, { email: newAddress() })
    assert.match((await refusal(refused, 'mail_not_configured')).detail, /does not send email/)
  })
})
