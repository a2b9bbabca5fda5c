import {
  acceptInvitation,
  changePassword,
  confirmTwoFactor,
  createApiKey,
  createInvitation,
  disableTwoFactor,
  enableTwoFactor,
  exportAuditLog,
  finishIdentityProvider,
  getAccount,
  getHealth,
  getMe,
  getReadiness,
  getSession,
  getSettings,
  getSetup,
  getSignInMethods,
  listApiKeys,
  listAuditLog,
  listEveryonesApiKeys,
  listInvitations,
  listSessions,
  listUsers,
  renewRecoveryCodes,
  requestPasswordReset,
  resetPassword,
  revokeApiKey,
  revokeInvitation,
  revokeSession,
  revokeSessions,
  signIn,
  signOut,
  startIdentityProvider,
  updateSettings,
  updateUser,
  verifyRecoveryCode,
  verifyTotp,
  viewInvitation,
} from '#contract'
import { bearer, codeOf, testPassword } from '#testing'
import type { TestProvider } from '../../server/identity/identity-provider/testing/provider.ts'
import type { MailServer } from '../../server/mail/testing/mail-server.ts'
import { type Browser, type Flow, newBrowser, pick, Shelf, signInAs, type World } from './world.ts'

const another = 'another password of some length'

/** People and keys. Those who come here anew are changed, disabled and signed out; the others stay as they are. */
export function accountFlows(world: World, mail: MailServer, provider: TestProvider): Flow[] {
  const { caller, effects, who } = world
  const { call } = caller
  const newcomers = new Shelf<{ id: string; email: string }>()
  let isProviderInUse = false
  let areSettingsInUse = false

  async function invite(): Promise<{ email: string; token: string } | undefined> {
    const email = `${effects.newMark('person')}@aerie.test`
    const invited = await call(
      createInvitation,
      { email, role: pick(['admin', 'member'] as const) },
      who(createInvitation),
    )
    effects.made('invitation', email, invited)
    return invited.kind === 'done' ? { email, token: invited.result.url.split('/').at(-1) ?? '' } : undefined
  }

  async function join(): Promise<{ id: string; email: string } | undefined> {
    const invited = await invite()
    if (!invited) return
    const { email, token } = invited
    await call(viewInvitation, { token }, { headers: {} })
    const joined = await call(
      acceptInvitation,
      { token, name: 'Someone new', password: testPassword },
      { headers: {} },
    )
    effects.made('user', email, joined)
    return joined.kind === 'done' ? { id: joined.result.id, email } : undefined
  }

  /** Makes a key, calls with it, revokes it: from then on nobody takes it. */
  async function keyOf(person: { headers: Record<string, string> }) {
    const name = effects.newMark('key')
    const key = await call(createApiKey, { name, expiresInDays: pick([null, 1, 365]) }, person)
    effects.made('key', name, key)
    if (key.kind !== 'done') return
    const credential = { headers: bearer(key.result.token), keyId: key.result.id }
    await call(getMe, {}, credential)
    return credential
  }

  const refuses = (credential: { headers: Record<string, string> }, why: string) => async () => {
    const { kind } = await call(getMe, {}, credential, { wanted: 'unauthenticated' })
    if (kind === 'done') caller.wrong.push(`A call was let in ${why}`)
  }

  return [
    {
      weight: 2,
      run: async () =>
        void (await call(pick([getHealth, getReadiness, getSetup, getSignInMethods]), {}, { headers: {} })),
    },
    { weight: 6, run: async () => void (await call(getMe, {}, who(getMe))) },
    {
      weight: 2,
      run: async () =>
        void (await call(pick([getSession, getAccount, listSessions]), {}, pick(world.people))),
    },
    { weight: 2, run: async () => void (await call(pick([listUsers, getSettings]), {}, who(listUsers))) },
    { weight: 1, run: async () => void (await call(listApiKeys, {}, who(listApiKeys))) },
    { weight: 1, run: async () => void (await call(listEveryonesApiKeys, {}, who(listEveryonesApiKeys))) },
    { weight: 1, run: async () => void (await call(listAuditLog, {}, who(listAuditLog))) },
    {
      weight: 0.2,
      run: async () => void (await call(exportAuditLog, { format: 'jsonl' }, who(exportAuditLog))),
    },
    { weight: 0.5, run: async () => void (await call(listInvitations, {}, who(listInvitations))) },
    {
      weight: 1,
      async run() {
        const person = pick(world.people)
        const credential = await keyOf(person)
        if (!credential) return
        const admin = world.people.filter(({ role }) => role !== 'member')
        const revoked = await call(revokeApiKey, { keyId: credential.keyId }, pick([person, ...admin]))
        if (revoked.kind === 'done') await refuses(credential, 'with a key that was revoked')()
      },
    },
    {
      weight: 0.5,
      async run() {
        if (areSettingsInUse) return
        areSettingsInUse = true
        const organisationName = effects.newMark('clinic')
        const { kind } = await call(updateSettings, { organisationName }, who(updateSettings))
        if (kind !== 'refused')
          effects.setField('select organisation_name from settings', [], organisationName, kind === 'done')
        areSettingsInUse = false
      },
    },
    {
      weight: 0.3,
      async run() {
        const invited = await invite()
        const open = await call(listInvitations, { limit: 200 }, who(listInvitations))
        const found = open.kind === 'done' && open.result.data.find(({ email }) => email === invited?.email)
        if (found) await call(revokeInvitation, { invitationId: found.id }, who(revokeInvitation))
      },
    },
    {
      weight: 0.5,
      async run() {
        const person = await join()
        if (person) newcomers.put(person)
      },
    },
    {
      weight: 0.5,
      async run() {
        const person = newcomers.take()
        const browser = person && (await signInAs(world, person.email))
        if (!browser) return
        const credential = await keyOf(browser)
        const disabled = await call(updateUser, { userId: person.id, disabled: true }, who(updateUser))
        if (disabled.kind !== 'done') return
        if (credential) await refuses(credential, 'with a key of someone who is disabled')()
        await refuses(browser, 'with the session of someone who is disabled')()
        const enabled = await call(updateUser, { userId: person.id, disabled: false }, who(updateUser))
        if (enabled.kind === 'done') newcomers.put(person)
      },
    },
    {
      weight: 0.5,
      async run() {
        const person = newcomers.take()
        const [first, second] = person
          ? [await signInAs(world, person.email), await signInAs(world, person.email)]
          : []
        if (!person || !first || !second) return
        const sessions = await call(listSessions, {}, first)
        const other = sessions.kind === 'done' && sessions.result.data.find(({ current }) => !current)
        if (other && (await call(revokeSession, { sessionId: other.id }, first)).kind === 'done')
          await refuses(second, 'with a session that was ended')()
        await signInAs(world, person.email)
        await call(revokeSessions, { exceptThis: true }, first)
        if (
          (await call(changePassword, { currentPassword: testPassword, newPassword: another }, first))
            .kind === 'unknown'
        )
          return
        const third = await signInAs(world, person.email, another)
        if (third && (await call(signOut, {}, third)).kind === 'done')
          await refuses(third, 'after signing out')()
      },
    },
    { weight: 0.3, run: () => useSecondStep() },
    { weight: 0.3, run: () => forgetPassword() },
    { weight: 0.3, run: () => comeByProvider() },
  ]

  async function useSecondStep(): Promise<void> {
    const person = newcomers.take()
    const browser = person && (await signInAs(world, person.email))
    if (!browser) return
    const begun = await call(enableTwoFactor, { password: testPassword }, browser)
    if (begun.kind !== 'done') return
    const { secret } = begun.result
    const confirmed = await call(confirmTwoFactor, { code: codeOf(secret, -1) }, browser, browser)
    if (confirmed.kind !== 'done') return
    const again = await typePassword(person.email)
    if (again) await call(verifyTotp, { code: codeOf(secret) }, again, again)
    const codes = await call(renewRecoveryCodes, { password: testPassword }, browser)
    const third = await typePassword(person.email)
    if (codes.kind === 'done' && third)
      await call(verifyRecoveryCode, { code: codes.result.recoveryCodes[0] ?? '' }, third, third)
    const disabled = await call(disableTwoFactor, { password: testPassword }, browser)
    if (disabled.kind === 'done') newcomers.put(person)
  }

  async function typePassword(email: string): Promise<Browser | undefined> {
    const browser = newBrowser()
    const { kind } = await call(signIn, { email, password: testPassword }, browser, browser)
    return kind === 'done' ? browser : undefined
  }

  async function forgetPassword(): Promise<void> {
    const person = newcomers.take()
    if (
      !person ||
      (await call(requestPasswordReset, { email: person.email }, { headers: {} })).kind !== 'done'
    )
      return
    const letter = await mail.letterTo(person.email, /password/i).catch(() => null)
    const token = /\/reset-password\/([\w-]+)/.exec(letter?.text ?? '')?.[1]
    if (token) await call(resetPassword, { token, newPassword: another }, { headers: {} })
  }

  async function comeByProvider(): Promise<void> {
    const person = !isProviderInUse && newcomers.take()
    if (!person) return
    isProviderInUse = true
    try {
      provider.person = { sub: person.id, email: person.email, email_verified: true, name: 'Someone new' }
      const browser = newBrowser()
      const begun = await call(startIdentityProvider, {}, browser, browser)
      if (begun.kind !== 'done') return
      const response = await provider.visit(begun.result.url)
      await call(finishIdentityProvider, { response }, browser, browser)
    } finally {
      isProviderInUse = false
    }
  }
}
