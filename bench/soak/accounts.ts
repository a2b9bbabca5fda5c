import { createHash } from 'node:crypto'
import * as api from '#contract'
import { bearer, codeOf, testPassword } from '#testing'
import type { TestProvider } from '../../server/identity/identity-provider/testing/provider.ts'
import type { MailServer } from '../../server/mail/testing/mail-server.ts'
import type { Credential } from './caller.ts'
import { pick, Shelf } from './random.ts'
import { type Flow, newBrowser, signInAs, type World } from './world.ts'

interface Newcomer {
  id: string
  email: string
}

const another = 'another password of some length'

/** Users and keys. Only users who are invited here are changed, disabled and signed out. */
export function accountFlows(world: World, mail: MailServer, provider: TestProvider): Flow[] {
  const { caller, effects, people, call, create, known, result } = world
  const newcomers = new Shelf<Newcomer>()
  let isProviderInUse = false
  let areSettingsInUse = false

  async function invite(): Promise<{ email: string; token: string } | undefined> {
    const email = `${effects.newMark('person')}@aerie.test`
    const role = pick(['admin', 'member'] as const)
    const invited = await create('invitation', email, api.createInvitation, { email, role })
    if (!invited) return
    // Created with a key, it has no link yet.
    const url = invited.url ?? (await result(api.confirmInvitation, { invitationId: invited.id }))?.url
    return url === undefined ? undefined : { email, token: url.split('/').at(-1)! }
  }

  async function join(): Promise<Newcomer | undefined> {
    const invited = await invite()
    if (!invited) return
    const { email, token } = invited
    await call(api.viewInvitation, { token })
    const body = { token, name: 'Someone new', password: testPassword }
    const joined = await create('user', email, api.acceptInvitation, body)
    return joined && { id: joined.id, email }
  }

  const newcomer = async () => newcomers.take() ?? join()

  async function keyOf(person: Credential) {
    const name = effects.newMark('key')
    const expiresInDays = pick([null, 1, 365])
    const key = await create('key', name, api.createApiKey, { name, expiresInDays }, person)
    if (!key) return
    known('keyId').put(key.id)
    const credential = { headers: bearer(key.token), keyId: key.id, token: key.token }
    await call(api.getMe, {}, credential)
    return credential
  }

  async function revokeMany(): Promise<void> {
    const person = pick(people)
    const [first, second] = [await keyOf(person), await keyOf(person)]
    if (!first || !second) return
    const keyIds = [first.keyId, second.keyId]
    const hashes = [first, second].map(({ token }) => createHash('sha256').update(token).digest('hex'))
    const identified = await result(api.identifyApiKeys, { hashes }, person)
    const found = identified?.data.map(({ key }) => key.id).sort()
    if (found && String(found) !== String(keyIds.sort())) caller.wrong.push(`Keys ${keyIds} were ${found}`)
    if (!(await result(api.revokeManyApiKeys, { keyIds }, person))) return
    for (const key of [first, second]) await expectRefused(key, 'with one of many revoked keys')
  }

  async function expectRefused(credential: Credential, why: string): Promise<void> {
    const { kind } = await caller.call(api.getMe, {}, credential, { wanted: 'unauthenticated' })
    if (kind === 'done') caller.wrong.push(`A call was accepted ${why}`)
  }

  async function revokeKey(): Promise<void> {
    const person = pick(people)
    const key = await keyOf(person)
    const admins = people.filter(({ role }) => role !== 'member')
    if (key && (await result(api.revokeApiKey, { keyId: key.keyId }, pick([person, ...admins]))))
      await expectRefused(key, 'with a revoked key')
  }

  async function renameOrganisation(): Promise<void> {
    if (areSettingsInUse) return
    areSettingsInUse = true
    const organisationName = effects.newMark('clinic')
    const outcome = await call(api.updateSettings, { organisationName })
    effects.set('settings.organisation_name', null, organisationName, outcome)
    areSettingsInUse = false
  }

  async function revokeInvitation(): Promise<void> {
    const invited = await invite()
    const open = await result(api.listInvitations, { limit: 200 })
    const found = open?.data.find(({ email }) => email === invited?.email)
    if (found) await call(api.revokeInvitation, { invitationId: found.id })
  }

  async function disable(): Promise<void> {
    const person = await newcomer()
    const browser = person && (await signInAs(world, person.email))
    if (!browser) return
    const { id: userId } = person
    const key = await keyOf(browser)
    if (!(await result(api.updateUser, { userId, disabled: true }))) return
    if (key) await expectRefused(key, 'with a key of a disabled user')
    await expectRefused(browser, 'with the session of a disabled user')
    const enable = () => result(api.updateUser, { userId, disabled: false })
    const requested = await enable()
    const declined =
      requested && api.isUnconfirmed(requested) && (await result(api.declineGrant, { grantId: requested.id }))
    const enabled = declined ? await enable() : requested
    const waits = enabled !== undefined && api.isUnconfirmed(enabled)
    if (waits ? await result(api.confirmGrant, { grantId: enabled.id }) : enabled) newcomers.put(person)
  }

  async function endSessions(): Promise<void> {
    const email = (await newcomer())?.email
    const first = email && (await signInAs(world, email))
    const second = email && (await signInAs(world, email))
    if (!first || !second) return
    const sessions = await result(api.listSessions, {}, first)
    const other = sessions?.data.find(({ current }) => !current)
    if (other && (await result(api.revokeSession, { sessionId: other.id }, first)))
      await expectRefused(second, 'with a revoked session')
    await signInAs(world, email)
    await call(api.revokeSessions, { exceptThis: true }, first)
    const passwords = { currentPassword: testPassword, newPassword: another }
    if ((await call(api.changePassword, passwords, first)).kind === 'unknown') return
    const third = await signInAs(world, email, another)
    const { headers } = structuredClone({ headers: third?.headers ?? {} })
    if (third && (await result(api.signOut, {}, third))) await expectRefused({ headers }, 'after signing out')
  }

  async function useTwoFactor(): Promise<void> {
    const person = await newcomer()
    const browser = person && (await signInAs(world, person.email))
    const begun = browser && (await result(api.enableTwoFactor, { password: testPassword }, browser))
    if (!begun) return
    const { secret } = begun
    if (!(await result(api.confirmTwoFactor, { code: codeOf(secret, -1) }, browser))) return
    const again = await signInAs(world, person.email)
    if (again) await call(api.verifyTotp, { code: codeOf(secret) }, again)
    const codes = await result(api.renewRecoveryCodes, { password: testPassword }, browser)
    const third = await signInAs(world, person.email)
    if (codes && third) await call(api.verifyRecoveryCode, { code: codes.recoveryCodes[0] ?? '' }, third)
    if (await result(api.disableTwoFactor, { password: testPassword }, browser)) newcomers.put(person)
  }

  async function changeAccount(): Promise<void> {
    const person = await newcomer()
    const browser = person && (await signInAs(world, person.email))
    if (!browser) return
    await call(api.confirm, { password: testPassword }, browser)
    await call(api.updateAccount, { name: 'Someone else' }, browser)
    const email = `${effects.newMark('moved')}@aerie.test`
    if (!(await result(api.requestEmailChange, { email }, browser))) return
    const token = await tokenSentTo(email, 'confirm-email')
    if (!token) return
    const moved = await call(api.confirmEmailChange, { token })
    effects.note('user', email, 'done', moved)
    effects.note('user', person.email, 'removed', moved)
  }

  async function tokenSentTo(email: string, page: string): Promise<string | undefined> {
    const pattern = new RegExp(`/${page}/([\\w-]+)`)
    const letter = await mail.emailTo(email, /confirm|reset/i).catch(() => null)
    return pattern.exec(letter?.text ?? '')?.[1]
  }

  async function forgetPassword(): Promise<void> {
    const email = (await newcomer())?.email
    if (!email || !(await result(api.requestPasswordReset, { email }))) return
    const token = await tokenSentTo(email, 'reset-password')
    if (token) await call(api.resetPassword, { token, newPassword: another })
  }

  async function signInByProvider(): Promise<void> {
    if (isProviderInUse) return
    isProviderInUse = true
    try {
      const person = await newcomer()
      if (!person) return
      provider.person = { sub: person.id, email: person.email, email_verified: true, name: 'Someone new' }
      const browser = newBrowser()
      const begun = await result(api.startIdentityProvider, {}, browser)
      if (!begun) return
      const response = await provider.visit(begun.url)
      await call(api.finishIdentityProvider, { response }, browser)
    } finally {
      isProviderInUse = false
    }
  }

  return [
    [6, () => call(api.getMe, {})],
    [2, () => call(api.getSession, {}, pick(people))],
    [1, revokeKey],
    [0.3, revokeMany],
    [0.5, renameOrganisation],
    [0.3, revokeInvitation],
    [0.5, disable],
    [0.5, endSessions],
    [0.3, useTwoFactor],
    [0.3, forgetPassword],
    [0.3, changeAccount],
    [0.3, signInByProvider],
  ]
}
