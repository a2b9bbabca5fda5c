import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changePassword,
  confirm,
  createApiKey,
  createInvitation,
  getMe,
  type Operation,
  operations,
  signIn,
  updateUser,
} from '#contract'
import { newId } from '#platform'
import { addNewcomer, codeOf, letHoursPass, onDatabase, refusal, testPassword } from '#testing'
import { exampleOf } from '../../testing/examples.ts'
import { addTwoFactorUser, addVisitor, forgetLastCode, guess } from '../testing/two-factor.ts'

onDatabase('confirmations', (app) => {
  const createKey = { name: 'Nightly export' }

  test('what needs one is refused two hours after signing in, until the password is entered again', async () => {
    const { id, browser } = await addVisitor(app())
    await browser.call(createApiKey, createKey)
    await letHoursPass(app(), id)
    await refusal(browser.call(createApiKey, createKey), 'confirmation_required')
    // Everything else goes on.
    await browser.call(getMe)
    const wrong = await refusal(browser.call(confirm, { password: 'not the password' }), 'wrong_password')
    assert.equal(wrong.errors?.[0]?.path, 'password')
    await refusal(browser.call(createApiKey, createKey), 'confirmation_required')
    assert.equal(await browser.call(confirm, { password: testPassword }), null)
    await browser.call(createApiKey, createKey)
  })

  test('signing in again counts, and so does a password that is entered for something else', async () => {
    const { id, browser, email } = await addVisitor(app())
    await letHoursPass(app(), id)
    await browser.call(signIn, { email, password: testPassword })
    await browser.call(createApiKey, createKey)
    await letHoursPass(app(), id)
    const newPassword = 'another horse battery staple'
    await browser.call(changePassword, { currentPassword: testPassword, newPassword })
    await browser.call(createApiKey, createKey)
  })

  test('a code counts once, and guessing it has to wait', async () => {
    const { id, browser, secret } = await addTwoFactorUser(app())
    await letHoursPass(app(), id)
    const code = codeOf(secret)
    await browser.call(confirm, { code })
    await refusal(browser.call(confirm, { code }), 'wrong_code')
    await browser.call(createApiKey, createKey)
    await forgetLastCode(app(), id)
    await guess(app(), { what: 'code', userId: id }, 16)
    const { detail } = await refusal(browser.call(confirm, { code }), 'wrong_code')
    assert.match(detail, /Try again in/)
    const { browser: other } = await addVisitor(app())
    await refusal(other.call(confirm, { code }), 'two_factor_disabled')
  })

  test('is a password or a code, in a session', async () => {
    const { errors } = await refusal(app().as('member').call(confirm, {}), 'validation_failed')
    assert.equal(errors?.[0]?.path, 'password')
    const key = await app().withKey('member')
    await refusal(key.call(confirm, { password: testPassword }), 'session_required')
    await refusal(app().as('nobody').call(confirm, { password: testPassword }), 'unauthenticated')
  })

  test('keys need none', async () => {
    const key = await app().withKey('owner')
    const { id } = await addNewcomer(app(), 'member')
    await letHoursPass(app(), app().people.owner.id)
    await key.call(createInvitation, { email: `${newId()}@aerie.test`, role: 'member' })
    await key.call(updateUser, { userId: id, role: 'admin' })
    const owner = app().as('owner')
    await refusal(owner.call(updateUser, { userId: id, role: 'member' }), 'confirmation_required')
    await owner.call(confirm, { password: testPassword })
  })

  const marked = operations.filter(({ confirmation }) => confirmation)
  test('these need one', () => {
    assert.deepEqual(marked.map(({ id }) => id).toSorted(), [
      'accessLog.export',
      'account.confirmTwoFactor',
      'account.requestEmailChange',
      'apiKeys.create',
      'auditLog.export',
      'backups.create',
      'exports.get',
      'grants.confirm',
      'invitations.confirm',
      'invitations.create',
      'patients.erase',
      'patients.export',
      'settings.updateSecurity',
      'users.create',
      'users.signInAs',
      'users.update',
    ])
  })

  test('each of them is refused without one, before anything else is looked at', async () => {
    await letHoursPass(app(), app().people.owner.id)
    for (const operation of marked as Operation[]) {
      const response = await app().fetch(operation.path.replaceAll(/:\w+/g, newId()), {
        method: operation.method,
        headers: { ...app().people.owner.headers, 'content-type': 'application/json' },
        ...(operation.method !== 'GET' && { body: JSON.stringify(exampleOf(operation.body)) }),
      })
      assert.equal(response.status, 403, operation.id)
      assert.equal(((await response.json()) as { code: string }).code, 'confirmation_required')
    }
  })
})
