import type { Configuration } from 'openid-client'
import { type Log, Refusal } from '#platform'
import { type Identity, toIdentity } from './identity.ts'
import { createLimitedFetch } from './limited-fetch.ts'
import type { Proof } from './pending.ts'
import { toRefusal, unreachable } from './refusals.ts'

export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** What the button says. */
  name: string
}

export interface IdentityProvider {
  /** Where to send the browser. @throws Refusal `identity_provider_unreachable` */
  signInUrl(proof: Proof): Promise<string>
  /**
   * Whom the provider sent back, by the query with which it did.
   * @throws Refusal `identity_provider_refused` where it did not or cannot be believed, `identity_provider_unreachable`
   */
  identify(response: string, proof: Proof): Promise<Identity>
}

interface Options {
  baseUrl: string
  log: Log
  /** What one call asks of the provider, all together, ends after so long. */
  answersWithinMs?: number
}

/**
 * Sign-in by OpenID Connect: authorization code with PKCE, state and nonce. Nothing is kept of the provider between
 * calls, so that keys and addresses which it changes are seen at once. No log and no refusal repeats what it says.
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
    // Where the provider does not say, the standard says Basic.
    const byPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    const authentication = byPost ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret)
    const config = new oidc.Configuration(metadata, clientId, undefined, authentication)
    config[oidc.customFetch] = fetch
    // The library leaves the signature to TLS unless it is told to look.
    for (const turnOn of [...insecure, oidc.enableNonRepudiationChecks]) turnOn(config)
    return { oidc, config }
  }

  return {
    async signInUrl({ state, nonce, verifier }) {
      try {
        const { oidc, config } = await discover()
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        if (!['https:', new URL(issuer).protocol].includes(url.protocol)) throw new TypeError('Not a page')
        return url.href
      } catch (error) {
        toRefusal(error, log)
        throw unreachable()
      }
    },

    async identify(response, { state, nonce, verifier }) {
      try {
        const { oidc, config } = await discover()
        const url = new URL(redirectUri)
        url.search = response
        const tokens = await oidc.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        })
        const claims = tokens.claims()
        if (!claims) throw new Refusal('identity_provider_refused')
        // Many providers tell the address only when they are asked for it.
        const asks = claims.email_verified === undefined && config.serverMetadata().userinfo_endpoint
        const more = asks ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
        return toIdentity(claims, more)
      } catch (error) {
        throw error instanceof Refusal ? error : toRefusal(error, log)
      }
    },
  }
}
