import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changePassword, createApiKey, getMe, listAuditLog, signIn } from '#contract'
import { inBrowser, newVisitor, onDatabase, refusal, testPassword } from '#testing'
import { addVisitor, guess, letWaitsPass, typePassword } from '../testing/two-factor.ts'

const newPassword = 'another password of some length'

onDatabase('changing one’s password', (app) => {
  test('takes the current one, ends every other session, and leaves API keys as they are', async () => {
    const { id, email, browser } = await addVisitor(app())
    const elsewhere = await typePassword(app(), email)
    const { token } = await browser.call(createApiKey, { name: 'Nightly' })
    const copy = newVisitor(app(), { cookies: new Map(browser.cookies) })
    const wrong = browser.call(changePassword, { currentPassword: 'not the password', newPassword })
    assert.equal((await refusal(wrong, 'wrong_password')).errors?.[0]?.path, 'currentPassword')
    await elsewhere.call(getMe)

    const changed = await browser.call(changePassword, { currentPassword: testPassword, newPassword })
    assert.deepEqual(changed, { endedSessions: 1 })
    await browser.call(getMe)
    await app().withToken(token).call(getMe)
    await refusal(elsewhere.call(getMe), 'unauthenticated')
    // A copy of the cookie that this browser had.
    await refusal(copy.call(getMe), 'unauthenticated')
    await refusal(app().as('nobody').call(signIn, { email, password: testPassword }), 'invalid_credentials')
    await app().as('nobody').call(signIn, { email, password: newPassword })
    const { data } = await app().as('owner').call(listAuditLog, { action: 'user.password' })
    assert.deepEqual(
      data.map(({ actor, target, details }) => ({ actor, target, details })),
      [
        {
          actor: inBrowser({ id, email }),
          target: { type: 'user', id, label: email },
          details: { how: 'changed' },
        },
      ],
    )
  })

  test('after many wrong ones even the right one waits, which counts as none, but nobody is kept from signing in', async () => {
    const { id, email, browser } = await addVisitor(app())
    const change = (currentPassword: string) => browser.call(changePassword, { currentPassword, newPassword })
    await guess(app(), { what: 'password', userId: id }, 16)
    await letWaitsPass(app().db)
    const last = await refusal(change('the last guess'), 'wrong_password')
    assert.equal(last.detail, 'Wrong password.')
    const { detail } = await refusal(change(testPassword), 'wrong_password')
    assert.match(detail, /Try again in 15 minutes/)
    await typePassword(app(), email)
    await letWaitsPass(app().db)
    await change(testPassword)
    await browser.call(changePassword, { currentPassword: newPassword, newPassword: testPassword })
  })

  test('a user without a password is refused with no_password', async () => {
    const { id, browser } = await addVisitor(app())
    await app().db.pool.query(
      `update accounts set provider_id = 'elsewhere', password = null where user_id = $1`,
      [id],
    )
    const change = browser.call(changePassword, { currentPassword: testPassword, newPassword })
    await refusal(change, 'no_password')
  })
})
