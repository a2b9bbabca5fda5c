import type { VerifyKey } from '#api-keys'
import { type Auth, authenticateSession } from '#identity'
import { type Authenticate, bearerToken, type Reader, Refusal } from '#platform'

/** Created once: a flood of invalid keys throws it again and again. */
const notValid = new Refusal('unauthenticated', 'The API key is not valid.', {
  headers: { 'www-authenticate': 'Bearer realm="aerie", error="invalid_token"' },
})

/**
 * Authenticates a caller by an API key, else by the browser's session. An invalid key fails even with a valid cookie.
 * Wrong, expired and revoked keys, and those of disabled owners, get the same refusal (RFC 6750).
 */
export function createAuthenticate(verifyKey: VerifyKey, auth: Auth, reader: Reader): Authenticate {
  return async (credentials) => {
    const token = bearerToken(credentials.authorization)
    if (token === undefined) return authenticateSession(auth, reader, credentials)
    const actor = await verifyKey(token)
    if (actor) return Object.assign(actor, { address: credentials.address })
    throw notValid
  }
}
