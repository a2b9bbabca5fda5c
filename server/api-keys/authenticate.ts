import type { Reader } from '#database'
import { type Auth, authenticateSession } from '#identity'
import { type Authenticate, bearerToken, Refusal } from '#platform'
import type { KeyUsage } from './usage.ts'
import type { VerifyKey } from './verify.ts'

/** Created once: a flood of invalid keys throws it again and again. */
const notValid = new Refusal('unauthenticated', 'The API key is not valid.', {
  headers: { 'www-authenticate': 'Bearer realm="aerie", error="invalid_token"' },
})

/**
 * Authenticates a caller by an API key, whose use it counts, else by the browser's session. An invalid key fails even with
 * a valid cookie. Wrong, expired and revoked keys, and those of disabled owners, get the same refusal (RFC 6750).
 */
export function createAuthenticate(
  verifyKey: VerifyKey,
  keyUsage: KeyUsage,
  auth: Auth,
  reader: Reader,
): Authenticate {
  return async (credentials) => {
    const token = bearerToken(credentials.authorization)
    if (token === undefined) return authenticateSession(auth, reader, credentials)
    const key = await verifyKey(token)
    if (!key) throw notValid
    if (!key.actor) {
      const { ended, at } = key
      credentials.onRefusal((refused) => {
        if (ended) keyUsage.noteRefusal(ended.keyId, at, credentials, { ...refused, code: ended.because })
      })
      throw notValid
    }
    const { actor, keyId, at, expiresAt } = key
    keyUsage.count(keyId, at, credentials)
    if (expiresAt) credentials.setHeader('api-key-expires-at', expiresAt)
    credentials.onRefusal((refused) => {
      keyUsage.countRefusal(keyId, at, refused.status)
      keyUsage.noteRefusal(keyId, at, credentials, refused)
    })
    return { ...actor, address: credentials.address }
  }
}
