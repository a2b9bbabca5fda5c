import * as api from '#contract'
import { codeOf, testPassword } from '#testing'
import { type Browser, type Client, newBrowser, type Part } from '../client.ts'
import { Shelf } from '../dice.ts'

interface Newcomer {
  id: string
  email: string
}

const another = 'another password of some length'

/** Users who are invited and change their accounts. */
export function accountsPart(): Part {
  const newcomers = new Shelf<Newcomer>()
  let isProviderInUse = false

  async function invite({ change, dice, newMark, result }: Client) {
    const email = `${newMark('person')}@aerie.test`
    const role = dice.pick(['admin', 'member'] as const)
    const invited = await change('done', 'invitation', email, api.createInvitation, { email, role })
    if (!invited) return
    // Created with a key, it has no link yet.
    const url = invited.url ?? (await result(api.confirmInvitation, { invitationId: invited.id }))?.url
    return url ? { email, token: url.split('/').at(-1)! } : undefined
  }

  async function join(client: Client): Promise<Newcomer | undefined> {
    const invited = await invite(client)
    if (!invited) return
    const { email, token } = invited
    await client.call(api.viewInvitation, { token })
    const body = { token, name: 'Someone new', password: testPassword }
    const joined = await client.change('done', 'user', email, api.acceptInvitation, body)
    return joined && { id: joined.id, email }
  }

  /** Does something as a user whom nobody else uses meanwhile. Puts the user back if it returns something. */
  const as =
    (act: (client: Client, browser: Browser, person: Newcomer) => Promise<unknown>) =>
    async (client: Client) => {
      const person = newcomers.take(client.dice) ?? (await join(client))
      const browser = person && (await client.signIn(person.email))
      if (browser && (await act(client, browser, person))) newcomers.put(person)
    }

  async function revokeInvitation(client: Client): Promise<void> {
    const invited = await invite(client)
    const open = await client.result(api.listInvitations, { limit: 200 })
    const found = open?.data.find(({ email }) => email === invited?.email)
    if (found) await client.call(api.revokeInvitation, { invitationId: found.id })
  }

  /** A key may disable a user, and asks for a confirmation before it enables one. */
  async function disable(
    { call, history, keys, people, result }: Client,
    _: Browser,
    { id: userId }: Newcomer,
  ) {
    const key = keys.find(({ role }) => role === 'owner')
    const disabled = await call(api.updateUser, { userId, disabled: true }, key)
    if (disabled.answer?.kind !== 'refused')
      history.audit.push({ action: 'user.disable', target: userId, certain: disabled.answer !== null })
    const ask = () => result(api.updateUser, { userId, disabled: false }, key)
    const [declined, wanted] = [await ask(), await ask()]
    if (declined) await call(api.declineGrant, { grantId: declined.id }, people[0]!)
    if (!wanted) return
    const { answer, lost } = await call(api.confirmGrant, { grantId: wanted.id }, people[0]!)
    const certain = answer?.kind === 'done'
    if (certain || lost !== null) history.audit.push({ action: 'user.enable', target: userId, certain })
  }

  async function endSessions({ call, result, signIn }: Client, first: Browser, { email }: Newcomer) {
    await signIn(email)
    const sessions = await result(api.listSessions, {}, first)
    const other = sessions?.data.find(({ current }) => !current)
    if (other) await call(api.revokeSession, { sessionId: other.id }, first)
    await signIn(email)
    await call(api.revokeSessions, { exceptThis: true }, first)
    const passwords = { currentPassword: testPassword, newPassword: another }
    await call(api.changePassword, passwords, first, ['unauthenticated'])
  }

  async function useTwoFactor({ call, result, signIn }: Client, browser: Browser, { email }: Newcomer) {
    const password = testPassword
    const begun = await result(api.enableTwoFactor, { password }, browser)
    if (!begun) return
    // A lost response may have had a new cookie.
    const expected = ['unauthenticated', 'wrong_code', 'two_factor_enabled'] as const
    const code = codeOf(begun.secret, -1)
    if ((await call(api.confirmTwoFactor, { code }, browser, expected)).answer?.kind !== 'done') return
    const again = await signIn(email)
    if (again) await call(api.verifyTotp, { code: codeOf(begun.secret) }, again)
    const codes = await result(api.renewRecoveryCodes, { password }, browser)
    const third = await signIn(email)
    if (codes && third) await call(api.verifyRecoveryCode, { code: codes.recoveryCodes[0] ?? '' }, third)
    return result(api.disableTwoFactor, { password }, browser)
  }

  async function changeAccount(client: Client, browser: Browser, person: Newcomer): Promise<void> {
    const { call, history, newMark, result } = client
    await call(api.confirm, { password: testPassword }, browser)
    await call(api.updateAccount, { name: 'Someone else' }, browser)
    const email = `${newMark('moved')}@aerie.test`
    if (!(await result(api.requestEmailChange, { email }, browser))) return
    const token = await tokenSentTo(client, email, 'confirm-email')
    if (!token) return
    const moved = await call(api.confirmEmailChange, { token })
    history.records.note('user', email, 'done', moved)
    history.records.note('user', person.email, 'removed', moved)
  }

  async function tokenSentTo({ mail }: Client, email: string, page: string): Promise<string | undefined> {
    const letter = await mail.emailTo(email, /confirm|reset/i).catch(() => null)
    return new RegExp(`/${page}/([\\w-]+)`).exec(letter?.text ?? '')?.[1]
  }

  async function forgetPassword(client: Client, _: Browser, { email }: Newcomer): Promise<void> {
    if (!(await client.result(api.requestPasswordReset, { email }))) return
    const token = await tokenSentTo(client, email, 'reset-password')
    if (token) await client.call(api.resetPassword, { token, newPassword: another })
  }

  async function signInByProvider({ call, provider, result }: Client, _: Browser, { id, email }: Newcomer) {
    if (isProviderInUse) return
    isProviderInUse = true
    try {
      const browser = newBrowser()
      const begun = await result(api.startIdentityProvider, {}, browser)
      if (!begun) return
      provider.person = { sub: id, email, email_verified: true, name: 'Someone new' }
      await call(api.finishIdentityProvider, { response: await provider.visit(begun.url) }, browser)
    } finally {
      isProviderInUse = false
    }
  }

  return {
    flows: [
      [0.2, revokeInvitation],
      [0.2, as(disable)],
      [0.2, as(endSessions)],
      [0.2, as(useTwoFactor)],
      [0.2, as(forgetPassword)],
      [0.2, as(changeAccount)],
      [0.2, as(signInByProvider)],
    ],
  }
}
