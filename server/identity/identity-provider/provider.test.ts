import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Log } from '#platform'
import { testOrigin, testSecrets } from '#testing'
import type { Auth } from '../auth.ts'
import { createPendingSignIns } from './pending.ts'
import { createIdentityProvider } from './provider.ts'
import { safePath } from './start.ts'
import { startTestProvider, type TestProvider } from './testing/provider.ts'

describe('an identity provider', () => {
  let provider: TestProvider
  before(async () => {
    provider = await startTestProvider()
  })
  after(() => provider.stop())
  const proof = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43), confirm: false }

  const open = (logged: object[], answersWithinMs?: number) => {
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = provider.settings
    const settings = {
      issuer: OIDC_ISSUER,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      name: OIDC_NAME,
    }
    const log = { warn: (facts: object) => logged.push(facts) } as unknown as Log
    return createIdentityProvider(settings, {
      baseUrl: testOrigin,
      log,
      ...(answersWithinMs && { answersWithinMs }),
    })
  }

  test('that hangs is waited for, but not for long', async () => {
    const { signInUrl, identify } = open([], 300)
    const response = await provider.visit(await open([]).signInUrl(proof))
    for (const path of ['/token', '/jwks', '/.well-known/openid-configuration']) {
      provider.wrong = { answers: { [path]: 'hang' } }
      await assert.rejects(identify(response, proof), { code: 'identity_provider_unreachable' })
    }
    await assert.rejects(signInUrl(proof), { code: 'identity_provider_unreachable' })
    provider.wrong = {}
  })

  test('is not quoted in the log: no token, no code, no secret', async () => {
    const logged: object[] = []
    const { signInUrl, identify } = open(logged)
    provider.person = { sub: 'told-to-nobody' }
    const response = await provider.visit(await signInUrl(proof))
    provider.wrong = { signature: 'foreign' }
    await assert.rejects(identify(response, proof), { code: 'identity_provider_refused' })
    provider.wrong = {
      answers: { '/token': { status: 400, body: '{"error":"invalid grant, told-to-nobody"}' } },
    }
    await assert.rejects(identify(response, proof), { code: 'identity_provider_refused' })
    provider.wrong = {}
    const all = JSON.stringify(logged)
    assert.match(all, /OAUTH_/)
    const code = new URLSearchParams(response).get('code') ?? '-'
    for (const secret of ['told-to', code, proof.verifier, proof.nonce, 'opens-userinfo']) {
      assert.ok(!all.includes(secret), secret)
    }
  })
})

test('a sign-in at the provider is waited for ten minutes', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const auth = {
    writeCookie: (_name: string, value: string) => value,
    readCookie: (text: string) => ({ text, secret: testSecrets.newest }),
  }
  const pendings = createPendingSignIns(auth as unknown as Auth, testSecrets)
  const { proof, cookie } = pendings.begin('/projects', false)
  for (const secret of [proof.nonce, proof.verifier])
    assert.ok(!String(Buffer.from(cookie, 'base64url')).includes(secret))
  t.mock.timers.tick(599_000)
  const found = pendings.find(cookie)
  assert.deepEqual([found?.to, found?.verifier], ['/projects', proof.verifier])
  t.mock.timers.tick(2000)
  assert.equal(pendings.find(cookie), null)
})

test('the way on leads to a page of this server', () => {
  const paths: [given: string | undefined, safe: string][] = [
    ['/projects/1?q=a b#top', '/projects/1?q=a%20b#top'],
    [undefined, '/'],
    ['', '/'],
    ['projects', '/'],
    ['https://elsewhere.test/', '/'],
    ['//elsewhere.test', '/'],
    ['/\\elsewhere.test', '/'],
    ['/\t/elsewhere.test', '/'],
    ['/..//elsewhere.test', '/'],
    ['/./\\elsewhere.test', '/'],
    ['/%2e%2e//elsewhere.test', '/'],
    ['javascript:alert(1)', '/'],
    [`/${'ü'.repeat(1999)}`, '/'],
  ]
  for (const [given, safe] of paths) assert.equal(safePath(given), safe, given)
})
