import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * An OpenID Connect provider on loopback: start a node with its `settings`. Its page asks nothing and sends the browser
 * straight back, signed in as `person`.
 */
export interface TestProvider {
  issuer: string
  settings: Record<'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_NAME', string>
  /** Claims of whoever signs in next. */
  person: Record<string, unknown> & { sub: string }
  /** What it does wrong; nothing unless said. */
  wrong: Wrong
  /** Does what a browser does with an address from `startIdentityProvider`: gives the query that it is sent back with. */
  visit(url: string): Promise<string>
  stop(): Promise<void>
}

export interface Wrong {
  /** Instead of a code. */
  error?: string
  /** Other claims of the ID token. */
  claims?: Record<string, unknown>
  /** How the ID token is signed: not at all, with the client's secret, or by a key of somebody else, which it may bring. */
  signature?: 'none' | 'HS256' | 'foreign' | 'brought'
  /** Another answer of one of its addresses: `/token`. `hang`: none at all. */
  answers?: Record<string, { status?: number; type?: string; body?: string } | 'hang'>
  /** Takes a code again and again. */
  takesCodesAgain?: boolean
  /** Tells the address only when asked at `/userinfo`, as the standard wants it. */
  emailInUserinfo?: boolean
}

interface Granted {
  challenge: string
  nonce: string
  redirectUri: string
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
const [clientId, clientSecret] = ['aerie-client', 'told-to-the-identity-provider-only']

export async function startTestProvider(): Promise<TestProvider> {
  const granted = new Map<string, Granted>()
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.writeHead(400).end(String(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const provider: TestProvider = {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Clinic account',
    },
    person: { sub: 'nobody' },
    wrong: {},
    async visit(url) {
      const back = await fetch(url, { redirect: 'manual' })
      if (back.status !== 302) throw new Error(await back.text())
      return new URL(back.headers.get('location')!).search
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer)
    const other = provider.wrong.answers?.[pathname]
    if (other === 'hang') return
    if (other) {
      const { status = 200, type = 'application/json', body = '' } = other
      response.writeHead(status, { 'content-type': type }).end(body)
      return
    }
    if (pathname === '/authorize') return authorize(searchParams, response)
    const answer = {
      '/.well-known/openid-configuration': discovery,
      '/jwks': keys,
      '/token': token,
      '/userinfo': userinfo,
    }[pathname]
    if (!answer) throw new Error(`There is no ${pathname}`)
    const body = await answer(request)
    const status = 'error' in body ? 400 : 200
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  function discovery() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }

  function keys() {
    return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] }
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const asked = Object.fromEntries(query)
    const isRight =
      asked.client_id === clientId &&
      asked.response_type === 'code' &&
      asked.code_challenge_method === 'S256' &&
      /\bopenid\b/.test(asked.scope ?? '')
    if (!isRight) throw new Error('This asks for something else')
    const back = new URL(asked.redirect_uri!)
    back.searchParams.set('state', asked.state!)
    if (provider.wrong.error) back.searchParams.set('error', provider.wrong.error)
    else {
      const code = randomUUID()
      granted.set(code, {
        challenge: asked.code_challenge!,
        nonce: asked.nonce!,
        redirectUri: asked.redirect_uri!,
      })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  async function token(request: IncomingMessage) {
    const basic = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
    // RFC 6749 2.3.1: each is encoded like a form first.
    if (decodeURIComponent(basic) !== `${clientId}:${clientSecret}`) throw new Error('Not a client of mine')
    const asked = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    const code = asked.get('code') ?? ''
    const grant = granted.get(code)
    if (!provider.wrong.takesCodesAgain) granted.delete(code)
    const challenge = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url')
    if (challenge !== grant?.challenge || asked.get('redirect_uri') !== grant.redirectUri)
      return { error: 'invalid_grant' }
    const now = Math.floor(Date.now() / 1000)
    const { sub, ...rest } = provider.person
    const standard = { iss: issuer, aud: clientId, sub, nonce: grant.nonce, iat: now, exp: now + 300 }
    const claims = { ...standard, ...(!provider.wrong.emailInUserinfo && rest), ...provider.wrong.claims }
    return { access_token: 'opens-userinfo', token_type: 'Bearer', id_token: signed(claims) }
  }

  function userinfo() {
    return provider.person
  }

  function signed(claims: object): string {
    const { signature } = provider.wrong
    const alg = signature === 'none' || signature === 'HS256' ? signature : 'RS256'
    const brought = signature === 'brought' && { jwk: foreign.publicKey.export({ format: 'jwk' }) }
    const parts = [{ alg, kid: 'one', ...brought }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const text = parts.join('.')
    const by = (key: KeyObject) => sign('sha256', Buffer.from(text), key)
    const bytes = {
      none: () => Buffer.alloc(0),
      HS256: () => createHmac('sha256', clientSecret).update(text).digest(),
      foreign: () => by(foreign.privateKey),
      brought: () => by(foreign.privateKey),
      right: () => by(privateKey),
    }[signature ?? 'right']()
    return `${text}.${bytes.toString('base64url')}`
  }
}
