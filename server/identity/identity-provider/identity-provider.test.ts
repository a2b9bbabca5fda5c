import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import {
  type AuditAction,
  acceptInvitation,
  createInvitation,
  getAccount,
  getMe,
  getSignInMethods,
  listAuditLog,
  listSessions,
  listUsers,
  startIdentityProvider,
  updateUser,
} from '#contract'
import { newId } from '#platform'
import { addNewcomer, meeting, onDatabase, refusal, type TestApp, testPassword } from '#testing'
import { unlinkIdentity } from '../users/unlink-identity.ts'
import { startTestProvider, type TestProvider, type Wrong } from './testing/provider.ts'
import { newVisitor } from './testing/visitor.ts'

let provider: TestProvider
before(async () => {
  provider = await startTestProvider()
})
after(() => provider.stop())
afterEach(() => {
  provider.wrong = {}
})

const somebody = (email: string, more: object = {}) => ({
  sub: newId(),
  email,
  email_verified: true,
  name: 'Ada Lovelace',
  ...more,
})
const entries = async (app: TestApp, action: AuditAction, id: string) =>
  (await app.as('owner').call(listAuditLog, { action })).data.filter(({ target }) => target.id === id)

onDatabase(
  'signing in by the identity provider',
  (app, kind) => {
    const visitor = () => newVisitor(app(), provider)
    const invite = (email: string) => app().as('owner').call(createInvitation, { email, role: 'admin' })

    test('the sign-in page offers it by the name of the settings', async () => {
      const methods = await app().as('nobody').call(getSignInMethods)
      assert.deepEqual(methods, { passwordReset: false, identityProvider: { name: 'Clinic account' } })
    })

    test('a member with the address that the provider vouches for is linked, and signed in', async () => {
      const { id, email } = await addNewcomer(app(), 'member')
      provider.person = somebody(email.toUpperCase())
      const browser = visitor()
      assert.deepEqual(await browser.signIn('/projects?q=1#top'), { to: '/projects?q=1#top' })

      assert.equal((await browser.client.call(getMe)).user.id, id)
      const { data: sessions } = await browser.client.call(listSessions)
      assert.equal(sessions.find(({ current }) => current)?.browser, 'Firefox on Linux')
      assert.deepEqual((await browser.client.call(getAccount)).identityProvider, { name: 'Clinic account' })
      const [entry] = await entries(app(), 'user.identity_link', id)
      assert.deepEqual([entry?.actor.email, entry?.details], [email, { issuer: provider.issuer }])
      const [signedIn] = await entries(app(), 'session.sign_in', id)
      assert.deepEqual(signedIn?.details, { with: 'identity provider' })
      assert.deepEqual(await visitor().signIn('//elsewhere.test'), { to: '/' })
    })

    test('a linked member stays linked when the addresses change, and is linked once', async () => {
      const { id, email } = await addNewcomer(app(), 'member')
      provider.person = somebody(email)
      await visitor().signIn()
      provider.person = { ...provider.person, email: 'owner@aerie.test', email_verified: false }
      const browser = visitor()
      await browser.signIn()
      assert.equal((await browser.client.call(getMe)).user.id, id)
      assert.equal((await entries(app(), 'user.identity_link', id)).length, 1)
    })

    test('another account of the provider does not take over a member by their address, until it is unlinked', async () => {
      const { email } = await addNewcomer(app(), 'member')
      provider.person = somebody(email)
      await visitor().signIn()
      provider.person = somebody(email)
      await refusal(visitor().signIn(), 'identity_unknown')
      assert.deepEqual(await unlinkIdentity(app().db, email), { email, wasLinked: true })
      await visitor().signIn()
    })

    test('an open invitation is accepted, with its role and without a password', async () => {
      const email = `${newId()}@aerie.test`
      await invite(email)
      provider.person = somebody(email)
      const browser = visitor()
      await browser.signIn()
      const { user } = await browser.client.call(getMe)
      assert.deepEqual([user.email, user.name, user.role], [email, 'Ada Lovelace', 'admin'])
      assert.equal((await browser.client.call(getAccount)).hasPassword, false)
      const [entry] = await entries(app(), 'user.create', user.id)
      assert.deepEqual(entry?.details, {
        role: 'admin',
        invitedBy: 'owner@aerie.test',
        issuer: provider.issuer,
      })
    })

    test('a name that cannot be kept is replaced by the address', async () => {
      const email = `${newId()}@aerie.test`
      await invite(email)
      provider.person = somebody(email, { name: 'x'.repeat(200), preferred_username: 'a\u0000b' })
      const browser = visitor()
      await browser.signIn()
      assert.equal((await browser.client.call(getMe)).user.name, email.split('@')[0])
    })

    test('a stranger does not get in, and leaves nothing', async () => {
      const before = await app().as('owner').call(listUsers, { limit: 200 })
      for (const person of [
        somebody('stranger@elsewhere.test'),
        somebody('owner@aerie.test', { email_verified: false }),
        somebody('owner@aerie.test', { email_verified: undefined }),
        somebody('not an address'),
        { sub: newId() },
      ]) {
        provider.person = person
        const browser = visitor()
        await refusal(browser.signIn(), 'identity_unknown')
        assert.equal(browser.cookies.size, 0)
      }
      assert.deepEqual(await app().as('owner').call(listUsers, { limit: 200 }), before)
    })

    test('a disabled member is refused, linked or not', async () => {
      for (const linkedFirst of [true, false]) {
        const { id, email } = await addNewcomer(app(), 'member')
        provider.person = somebody(email)
        if (linkedFirst) await visitor().signIn()
        await app().as('owner').call(updateUser, { userId: id, disabled: true })
        await refusal(visitor().signIn(), 'identity_unknown')
        assert.equal((await entries(app(), 'user.identity_link', id)).length, linkedFirst ? 1 : 0)
      }
    })

    test('the address is fetched if it is not in the token', async () => {
      const { id, email } = await addNewcomer(app(), 'member')
      provider.person = somebody(email, { email_verified: 'true' })
      provider.wrong = { emailInUserinfo: true }
      const browser = visitor()
      await browser.signIn()
      assert.equal((await browser.client.call(getMe)).user.id, id)
    })

    test('an answer works once, in the browser that asked, and not for long', async () => {
      const { email } = await addNewcomer(app(), 'member')
      provider.person = somebody(email)
      const browser = visitor()
      const response = await browser.begin()
      const asked = new Map(browser.cookies)
      await refusal(visitor().finish(response), 'sign_in_expired')
      await refusal(browser.finish('?code=1&state=another'), 'sign_in_expired')
      await refusal(browser.finish('nothing at all'), 'sign_in_expired')
      await browser.finish(response)
      await refusal(browser.finish(response), 'sign_in_expired')
      for (const [name, value] of asked) browser.cookies.set(name, value)
      await refusal(browser.finish(response), 'identity_provider_refused')

      const changed = visitor()
      const answer = await changed.begin()
      for (const [name, value] of changed.cookies) changed.cookies.set(name, value.replace(/^./, '.'))
      await refusal(changed.finish(answer), 'sign_in_expired')
    })

    test('an answer works once, even where the provider does not mind', async () => {
      const { email } = await addNewcomer(app(), 'member')
      provider.person = somebody(email)
      provider.wrong = { takesCodesAgain: true }
      const browser = visitor()
      const response = await browser.begin()
      const asked = new Map(browser.cookies)
      await browser.finish(response)
      for (const [name, value] of asked) browser.cookies.set(name, value)
      await refusal(browser.finish(response), 'sign_in_expired')
    })

    const past = Math.floor(Date.now() / 1000) - 3600
    const lies: [what: string, wrong: Wrong][] = [
      ['declined', { error: 'access_denied' }],
      ['failed there', { error: 'server_error' }],
      ['a token of another issuer', { claims: { iss: 'https://elsewhere.test' } }],
      ['a token for another client', { claims: { aud: 'another' } }],
      ['a token for another sign-in', { claims: { nonce: 'another' } }],
      ['a token that has expired', { claims: { exp: past, iat: past - 60 } }],
      ['a token of nobody', { claims: { sub: '' } }],
      ['a token that nobody signed', { signature: 'none' }],
      ['a token that somebody else signed', { signature: 'foreign' }],
      ['a token that brings the key that it is signed with', { signature: 'brought' }],
      ['a token that is signed with what is no key', { signature: 'HS256' }],
      ['no token', { answers: { '/token': { body: '{"access_token":"a","token_type":"Bearer"}' } } }],
      ['a refused code', { answers: { '/token': { status: 400, body: '{"error":"invalid_grant"}' } } }],
    ]
    for (const [what, wrong] of lies) {
      test(`${what} signs nobody in`, async () => {
        provider.person = somebody('owner@aerie.test')
        provider.wrong = wrong
        const browser = visitor()
        const { detail } = await refusal(browser.signIn(), 'identity_provider_refused')
        assert.ok(!detail.includes('elsewhere'))
        assert.ok(![...browser.cookies.keys()].some((name) => name.includes('session')))
        assert.equal((await entries(app(), 'user.identity_link', app().people.owner.id)).length, 0)
      })
    }

    test('to confirm, somebody must have signed in at the provider just now', async () => {
      const { email } = await addNewcomer(app(), 'member')
      const browser = visitor()
      const confirm = async (authTime: number | undefined) => {
        provider.person = somebody(email, { sub: email, auth_time: authTime })
        const { url } = await browser.client.call(startIdentityProvider, { confirm: true })
        assert.equal(new URL(url).searchParams.get('max_age'), '0')
        return browser.finish(await provider.visit(url))
      }
      for (const authTime of [past, undefined]) await refusal(confirm(authTime), 'identity_provider_refused')
      assert.deepEqual(await confirm(past + 3600), { to: '/' })
    })

    const silences: [what: string, path: string, answer: NonNullable<Wrong['answers']>[string]][] = [
      ['a page instead of keys', '/jwks', { type: 'text/html', body: '<html>' }],
      ['a page instead of a token', '/token', { type: 'text/html', body: '<html>' }],
      ['an endless answer', '/token', { body: `{"a":"${'x'.repeat(2 ** 21)}"}` }],
      ['an error', '/token', { status: 503, body: '{"error":"temporarily_unavailable"}' }],
    ]
    for (const [what, path, answer] of silences) {
      test(`${what} counts as an unreachable provider and can be retried`, async () => {
        const { email } = await addNewcomer(app(), 'member')
        provider.person = somebody(email)
        const browser = visitor()
        const response = await browser.begin()
        provider.wrong = { answers: { [path]: answer } }
        await refusal(browser.finish(response), 'identity_provider_unreachable')
        provider.wrong = {}
        if (path === '/token') await browser.finish(response)
      })
    }

    test('an unreachable provider is reported at the start', async () => {
      const discovery = '/.well-known/openid-configuration'
      const { issuer } = provider
      for (const answer of [
        { status: 404 },
        { type: 'text/html', body: '<html>' },
        { body: '{"issuer":"https://elsewhere.test"}' },
        { body: JSON.stringify({ issuer }) },
        { body: JSON.stringify({ issuer, authorization_endpoint: 'javascript:alert(1)' }) },
        { status: 302 },
      ]) {
        provider.wrong = { answers: { [discovery]: answer } }
        await refusal(app().as('nobody').call(startIdentityProvider, {}), 'identity_provider_unreachable')
      }
    })

    if (kind === 'postgresql') atOnce(app)
  },
  async () => provider.settings,
)

/** Races, of which the embedded database can show nothing. */
function atOnce(app: () => TestApp): void {
  const visitor = () => newVisitor(app(), provider)
  const whoIs = async ({ client }: ReturnType<typeof visitor>) => (await client.call(getMe)).user.id
  const meetingAt = <T>(
    table: string,
    id: string,
    calls: (waiting: (count: number) => Promise<void>) => Promise<T>,
  ) =>
    meeting(
      app().databaseUrl,
      { lock: `select from ${table} where id = '${id}' for update`, count: 2 },
      calls,
    )

  test('a member who comes from two browsers is linked once', async () => {
    const { id, email } = await addNewcomer(app(), 'member')
    provider.person = somebody(email)
    const browsers = [visitor(), visitor()]
    await meetingAt('users', id, () => Promise.all(browsers.map((browser) => browser.signIn())))
    assert.deepEqual(await Promise.all(browsers.map(whoIs)), [id, id])
    assert.equal((await entries(app(), 'user.identity_link', id)).length, 1)
  })

  test('someone invited who comes from two browsers becomes one member', async () => {
    const email = `${newId()}@aerie.test`
    const { id } = await app().as('owner').call(createInvitation, { email, role: 'member' })
    provider.person = somebody(email)
    const browsers = [visitor(), visitor()]
    await meetingAt('invitations', id, () => Promise.all(browsers.map((browser) => browser.signIn())))
    const [one, other] = await Promise.all(browsers.map(whoIs))
    assert.equal(one, other)
    assert.equal((await entries(app(), 'user.create', one!)).length, 1)
  })

  test('an invitation that is accepted with a password meanwhile makes one member', async () => {
    const email = `${newId()}@aerie.test`
    const { id, url = '' } = await app().as('owner').call(createInvitation, { email, role: 'member' })
    provider.person = somebody(email)
    const token = url.split('/').at(-1)!
    const withPassword = { token, name: 'Ada', password: testPassword }
    const browser = visitor()
    const accepted = await meetingAt('invitations', id, async (waiting) => {
      const accepting = app().as('nobody').call(acceptInvitation, withPassword)
      await waiting(1)
      await browser.signIn()
      return accepting
    })
    assert.equal(await whoIs(browser), accepted.id)
  })

  test('one answer that is used twice lets in once', async () => {
    const { id, email } = await addNewcomer(app(), 'member')
    provider.person = somebody(email)
    await visitor().signIn()
    provider.wrong = { takesCodesAgain: true }
    const [browser, copy] = [visitor(), visitor()]
    const response = await browser.begin()
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    const finishing = () => Promise.allSettled([browser, copy].map((each) => each.finish(response)))
    const outcomes = await meetingAt('users', id, finishing)
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  })
}
