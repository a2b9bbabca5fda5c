import type { VerifyKey } from '#api-keys'
import { type Auth, recogniseSession } from '#identity'
import { type Authenticate, bearerToken, Refusal } from '#platform'

/** Made once, since a flood of bad keys has it thrown again and again. */
const notValid = new Refusal('unauthenticated', 'The API key is not valid.', {
  headers: { 'www-authenticate': 'Bearer realm="aerie", error="invalid_token"' },
})

/**
 * Recognises a caller by an API key, else by the browser's session. A key that is not valid is not made good by a
 * cookie beside it. Wrong, expired, revoked and owner-disabled keys get one and the same refusal (RFC 6750).
 */
export function createAuthenticate(verifyKey: VerifyKey, auth: Auth): Authenticate {
  return async (credentials) => {
    const token = bearerToken(credentials.authorization)
    if (token === undefined) return recogniseSession(auth, credentials)
    const actor = await verifyKey(token)
    if (actor) return actor
    throw notValid
  }
}
