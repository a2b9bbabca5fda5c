import assert from 'node:assert/strict'
import { issueToken } from '../api-keys/token.ts'
import { codeOf, fromBase32 } from './authenticator.ts'
import type { NodeProcess } from './node-process.ts'
import { bearer, rawCall } from './raw-call.ts'
import { testOrigin } from './settings.ts'

/** What was typed, issued or sent, by what it is. */
export type Secrets = Map<string, string>

const pages = [
  '/sign-in',
  '/setup',
  '/',
  '/projects',
  '/settings/api-keys',
  '/settings/members',
  '/settings/audit-log',
  '/settings/organisation',
]
const reads = [
  '/api/me',
  '/api/auth/get-session',
  '/api/users',
  '/api/invitations',
  '/api/api-keys',
  '/api/audit-log',
  '/api/audit-log/export?format=jsonl',
  '/api/settings',
  '/api/projects',
  '/api/setup',
]

/**
 * A day of an installation on which every secret is used, rightly and wrongly.
 * @param breaking makes changes that are audited fail while its work runs, where a test can do that
 * @returns the secrets, and all that was answered apart from the few answers that issue one
 */
export async function spendDay(node: NodeProcess, breaking: (work: () => Promise<void>) => Promise<void>) {
  const secrets: Secrets = new Map()
  let answered = ''
  const keep = (what: string, secret: string) => {
    secrets.set(what, secret)
    return secret
  }
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await rawCall(node.url, path, {
      method,
      headers: { origin: testOrigin, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { ...answer, json: () => JSON.parse(answer.body) }
  }
  const read = async (...request: Parameters<typeof send>) => {
    const answer = await send(...request)
    answered += `${answer.headers}\n${answer.body}\n`
    return answer
  }
  const signIn = async (email: string, password: string, whose: string) => {
    const { status, headers, body } = await send('POST', '/api/auth/sign-in/email', { email, password })
    assert.equal(status, 200, body)
    answered += body
    const value = /aerie\.session_token=([^;]+)/.exec(headers)?.[1] ?? ''
    keep(`the ${whose}’s session cookie`, value)
    keep(`the ${whose}’s session cookie, decoded`, decodeURIComponent(value))
    keep(`the ${whose}’s session token`, decodeURIComponent(value).split('.')[0] ?? '')
    return { cookie: `aerie.session_token=${value}` }
  }

  const email = 'owner@aerie.test'
  const password = keep('the owner’s password', 'pass phrase of the owner, typed once')
  const code = /Setup code: (\S+)/.exec(node.output())?.[1]
  assert.equal((await read('POST', '/api/setup', { name: 'Owner', email, password, code })).status, 201)
  const wrong = keep('a wrong password', 'pass phrase that someone mistyped')
  assert.equal((await read('POST', '/api/auth/sign-in/email', { email, password: wrong })).status, 401)
  const owner = await signIn(email, password, 'owner')

  const invite = async (address: string, what: string) => {
    const { json } = await send('POST', '/api/invitations', { email: address, role: 'member' }, owner)
    return keep(what, json().url.split('/').at(-1))
  }
  const unused = await invite('unused@aerie.test', 'an unused invitation')
  const token = await invite('member@aerie.test', 'an accepted invitation')
  const chosen = keep('the member’s password', 'pass phrase of the member, typed once')
  const accept = { token, name: 'Member', password: chosen }
  await read('POST', '/api/invitations/view', { token: unused })
  await read('POST', '/api/invitations/view', { token: `${token}x` })
  await breaking(async () => {
    assert.equal((await read('POST', '/api/invitations/accept', accept)).status, 500)
  })
  assert.equal((await read('POST', '/api/invitations/accept', accept)).status, 201)
  await read('POST', '/api/invitations/accept', accept)
  await read('GET', `/api/invitations/${token}`)
  for (const link of [token, unused]) await read('GET', `/invitations/${link}`)
  const member = await signIn('member@aerie.test', chosen, 'member')

  const issue = async (what: string, headers: Record<string, string>) => {
    const answer = await send('POST', '/api/api-keys', { name: what }, headers)
    assert.equal(answer.status, 201, answer.body)
    const { id, token: key } = answer.json()
    keep(what, key)
    keep(`the secret part of ${what}`, key.slice(13))
    return { id, key }
  }
  const good = await issue('a key that is used', { ...member, 'idempotency-key': 'once' })
  const revoked = await issue('a key that is revoked', owner)
  await breaking(async () => {
    assert.equal((await read('POST', '/api/api-keys', { name: 'Broken' }, member)).status, 500)
    assert.equal((await read('POST', `/api/api-keys/${revoked.id}/revoke`, {}, owner)).status, 500)
  })
  const again = { ...member, 'idempotency-key': 'once' }
  assert.equal((await read('POST', '/api/api-keys', { name: 'a key that is used' }, again)).status, 409)
  assert.equal((await read('POST', `/api/api-keys/${revoked.id}/revoke`, {}, owner)).status, 200)

  const unknown = keep('a key that never was', issueToken().token)
  keep('the secret part of a key that never was', unknown.slice(13))
  const mixed = keep('a key with a wrong checksum', good.key.slice(0, 12) + issueToken().token.slice(12))
  keep('the secret part of a key with a wrong checksum', mixed.slice(13))
  for (const key of [good.key, revoked.key, unknown, mixed, `${good.key}x`]) {
    for (const path of reads) await read('GET', path, undefined, bearer(key))
    await read('POST', '/api/projects', { name: 'Made with a key' }, bearer(key))
    // Put where it does not belong: into an address, a query, a broken body, another scheme.
    await read('GET', `/api/projects/${key}`, undefined, bearer(key))
    await read('GET', `/api/${key}`)
    await read('GET', `/api/%zz${key}`)
    await read('GET', `/api/projects/${key.padEnd(400, 'x')}`)
    await read('GET', `/${key}`)
    await read('GET', `/settings/api-keys?key=${key}`)
    await read('GET', `/api/me?access_token=${key}`)
    await read('PUT', `/api/projects/${key}`)
    await read('POST', '/api/projects', `{ "broken": ${key}`, bearer(key))
    await read('POST', '/api/projects', { [key]: 1 }, owner).then(() => cut())
    await read('GET', '/api/me', undefined, { authorization: `Basic ${btoa(`${key}:`)}` })
  }
  for (const path of [...pages, ...reads]) await read('GET', path, undefined, owner)
  const changed = await signInWithSecondStep()
  await read('POST', '/api/auth/sign-out', {}, changed.as)
  await read('GET', '/api/me', undefined, changed.as)
  return { secrets, answered }

  /** The member's sign-in gets a second step, which is used rightly and wrongly, and then another password. */
  async function signInWithSecondStep() {
    const change = async (path: string, body: object, headers: Record<string, string>) => {
      const answer = await send('POST', `/api/auth/${path}`, body, headers)
      assert.equal(answer.status, 200, answer.body)
      // The browser's own cookie is no secret: it opens nothing.
      const cookie =
        answer.headers
          .match(/aerie\.\w+=[^;]+/g)
          ?.findLast((set) => !set.startsWith('aerie.known_browser')) ?? ''
      if (cookie) keep(`the cookie of ${path}`, cookie.slice(cookie.indexOf('=') + 1))
      return { as: { cookie }, json: answer.json }
    }
    const { secret } = (await change('two-factor/enable', { password: chosen }, member)).json()
    const bytes = fromBase32(keep('the secret of an authenticator app', secret))
    keep('the secret of an authenticator app, in hexadecimal', bytes.toString('hex'))
    await read('POST', '/api/auth/two-factor/confirm', { code: secret.slice(0, 20) }, member)
    const confirmed = await change('two-factor/confirm', { code: codeOf(secret) }, member)
    const { recoveryCodes } = confirmed.json()
    for (const [n, code] of recoveryCodes.entries()) {
      keep(`recovery code ${n + 1}`, code)
      keep(`recovery code ${n + 1}, without its hyphens`, code.replaceAll('-', ''))
    }
    const pending = await change('sign-in/email', { email: 'member@aerie.test', password: chosen }, {})
    const [first, second] = recoveryCodes
    await read('POST', '/api/auth/two-factor/verify-backup-code', { code: secret }, pending.as)
    await read('POST', '/api/auth/two-factor/verify-totp', { code: second }, pending.as)
    const entered = await change('two-factor/verify-backup-code', { code: first }, pending.as)
    await read('POST', '/api/auth/two-factor/verify-backup-code', { code: first }, pending.as)
    for (const path of ['/api/account', '/api/auth/list-sessions'])
      await read('GET', path, undefined, entered.as)
    const newPassword = keep('the member’s second password', 'pass phrase of the member, typed later')
    await read('POST', '/api/auth/change-password', { currentPassword: wrong, newPassword }, entered.as)
    return change('change-password', { currentPassword: chosen, newPassword }, entered.as)
  }

  /** A refusal names the field that was sent to the one who sent it. */
  function cut() {
    answered = answered.slice(0, answered.lastIndexOf('{"type"'))
  }
}
