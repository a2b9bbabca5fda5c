import type { Configuration, CustomFetch } from 'openid-client'
import { type Log, Refusal } from '#platform'
import { type Identity, toIdentity } from './identity.ts'
import { finishedWithinSeconds, type Proof } from './pending.ts'
import { toRefusal, unreachable } from './refusals.ts'

export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** The button's label. */
  name: string
}

export interface IdentityProvider {
  /** Returns the URL to send the browser to. @throws Refusal `identity_provider_unreachable` */
  signInUrl(proof: Proof): Promise<string>
  /**
   * Returns the identity for the query that the provider sent the browser back with.
   * @throws Refusal `identity_provider_refused` if it declined or cannot be trusted, `identity_provider_unreachable`
   */
  identify(response: string, proof: Proof): Promise<Identity>
}

interface Options {
  baseUrl: string
  log: Log
  /** The time limit for all requests of one call to the provider. */
  answersWithinMs?: number
}

/**
 * Signs in by OpenID Connect: authorization code with PKCE, state and nonce. Caches nothing of the provider, so that its
 * new keys and addresses apply immediately. Logs and refusals never quote it.
 */
export function createIdentityProvider(
  { issuer, clientId, clientSecret }: ProviderSettings,
  { baseUrl, log, answersWithinMs = 10_000 }: Options,
): IdentityProvider {
  const redirectUri = `${baseUrl}/sign-in/callback`

  /** The library is loaded when first used. */
  async function discover(): Promise<{ oidc: typeof import('openid-client'); config: Configuration }> {
    const oidc = await import('openid-client')
    const fetch = createLimitedFetch(AbortSignal.timeout(answersWithinMs))
    const insecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
    const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      [oidc.customFetch]: fetch,
      execute: insecure,
    })
    const metadata = found.serverMetadata()
    // The standard requires Basic unless the provider states otherwise.
    const byPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    const authentication = byPost ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret)
    const config = new oidc.Configuration(metadata, clientId, undefined, authentication)
    config[oidc.customFetch] = fetch
    // By default, the library relies on TLS instead of checking the signature.
    for (const turnOn of [...insecure, oidc.enableNonRepudiationChecks]) turnOn(config)
    return { oidc, config }
  }

  return {
    async signInUrl({ state, nonce, verifier, confirm }) {
      try {
        const { oidc, config } = await discover()
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(confirm && { max_age: '0' }),
        })
        if (!['https:', new URL(issuer).protocol].includes(url.protocol)) throw new TypeError('Not a page')
        return url.href
      } catch (error) {
        toRefusal(error, log)
        throw unreachable()
      }
    },

    async identify(response, { state, nonce, verifier, confirm }) {
      try {
        const { oidc, config } = await discover()
        const url = new URL(redirectUri)
        url.search = response
        const tokens = await oidc.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          ...(confirm && { maxAge: finishedWithinSeconds }),
        })
        const claims = tokens.claims()
        if (!claims) throw new Refusal('identity_provider_refused')
        // Many providers return the address only from this endpoint.
        const asks = claims.email_verified === undefined && config.serverMetadata().userinfo_endpoint
        const more = asks ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
        return toIdentity(claims, more)
      } catch (error) {
        throw error instanceof Refusal ? error : toRefusal(error, log)
      }
    },
  }
}

const maxResponseBytes = 1024 * 1024

/**
 * Creates a fetch that reads whole responses of at most 1 MB and aborts at `deadline`.
 * @throws TypeError if a response is larger, as for network errors
 */
function createLimitedFetch(deadline: AbortSignal): CustomFetch {
  return async (url, { body, ...options }) => {
    const signal = AbortSignal.any([deadline, ...(options.signal ? [options.signal] : [])])
    const response = await fetch(url, { ...options, ...(body != null && { body }), signal } as RequestInit)
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > maxResponseBytes) throw new TypeError('The response is too large')
      chunks.push(chunk)
    }
    const { status, headers } = response
    const isEmpty = [101, 204, 205, 304].includes(status)
    return new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers })
  }
}
