import { hash, randomBytes } from 'node:crypto'
import { prefixOf, type Sha256 } from '#contract'

export interface IssuedToken {
  /** `aie_<8 hex>_<43 base64url>`: shown once, stored nowhere. */
  token: string
  /** The first twelve characters, which stay visible. */
  prefix: string
  hash: Buffer
}

/** Hashes text, in hex. A token needs no slow hash: nobody can guess 256 random bits, and every call pays for it. */
export const sha256: Sha256 = (text) => hash('sha256', text, 'hex')

/** Creates a token with 32 random bytes at its end. */
export function issueToken(): IssuedToken {
  const secret = randomBytes(32).toString('base64url')
  const prefix = prefixOf(secret, sha256)
  const token = `${prefix}_${secret}`
  return { token, prefix, hash: Buffer.from(sha256(token), 'hex') }
}
