import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError } from '#config'
import { acceptInvitation, changePassword, createInvitation, setUp, signIn } from '#contract'
import { resetPassword } from '#identity'
import { newInstallation, onDatabase, refusal, testInFull, testPassword } from '#testing'
import { addVisitor } from '../testing/two-factor.ts'
import { refuseWeakPassword } from './refuse-weak.ts'

const ada = { field: 'password', name: 'Ada Lovelace', email: 'ada.king@analytical.test' }

onDatabase('weak passwords', (app) => {
  test('are refused where an invitation is accepted and where a password is changed or reset', async () => {
    const { url = '' } = await app()
      .as('owner')
      .call(createInvitation, { email: 'grace@hopper.test', role: 'member' })
    const token = url.split('/').at(-1)!
    const accept = (password: string) =>
      app().as('nobody').call(acceptInvitation, { token, name: 'Grace', password })
    const refused = await refusal(accept('grace.hopper1'), 'validation_failed')
    const message =
      'Too easy to guess: it contains your name, your email address or the name of your organisation. Use several unrelated words.'
    assert.deepEqual(refused.errors, [{ path: 'password', message }])
    assert.equal(refused.detail, message)
    await accept(testPassword)

    const { browser, email } = await addVisitor(app())
    const change = { currentPassword: testPassword, newPassword: 'password1234' }
    const unchanged = await refusal(browser.call(changePassword, change), 'validation_failed')
    assert.deepEqual(
      unchanged.errors?.map(({ path }) => path),
      ['newPassword'],
    )
    await assert.rejects(resetPassword(app().db, email, 'password1234'), /common password/)
    await app().as('nobody').call(signIn, { email, password: testPassword })
  })

  test('are refused for the owner, in the browser and in the environment', async () => {
    const installation = await newInstallation(app().db.kind)
    try {
      const named = { OWNER_EMAIL: ada.email, OWNER_PASSWORD: 'adaking1815!' }
      await assert.rejects(installation.start(named), (error) => {
        assert.ok(error instanceof ConfigError)
        assert.match(error.message, /^OWNER_PASSWORD: Too easy to guess: it contains your name/)
        return true
      })
      const node = await installation.start()
      const owner = { name: ada.name, email: ada.email, code: node.setup.code! }
      const refused = node.client.call(setUp, { ...owner, password: 'aaaaaaaaaaaa' })
      assert.equal((await refusal(refused, 'validation_failed')).errors?.[0]?.path, 'password')
      await node.client.call(setUp, { ...owner, password: testPassword })
    } finally {
      await installation.remove()
    }
  })

  testInFull('the slowest ones do not hold up the event loop', async () => {
    const slow = [
      '4@80(3<69!1|0$5+7%2',
      '0413630@(7$112@7@@627$',
      '1985-04-12.1999/1/1',
      '@1!|',
      '0123456789',
    ]
    const [own, all] = [process.threadCpuUsage(), process.cpuUsage()]
    const checks = slow.map((part) => refuseWeakPassword(app().db.reader, part.repeat(30).slice(0, 128), ada))
    await Promise.allSettled(checks)
    const msOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
    const [here, everywhere] = [msOf(process.threadCpuUsage(own)), msOf(process.cpuUsage(all))]
    assert.ok(here < everywhere / 10, `${here} of ${everywhere} ms of CPU time in this thread`)
  })
})
