import { hash, randomBytes } from 'node:crypto'

export interface IssuedToken {
  /** `aie_<8 hex>_<43 base64url>`: shown once, stored nowhere. */
  token: string
  /** The first twelve characters, which stay visible. */
  prefix: string
  hash: Buffer
}

/** Creates a token with 32 random bytes at its end. Base64url can contain underscores, so parse by offset. */
export function issueToken(): IssuedToken {
  const prefix = `aie_${randomBytes(4).toString('hex')}`
  const token = `${prefix}_${randomBytes(32).toString('base64url')}`
  return { token, prefix, hash: Buffer.from(hashToken(token), 'hex') }
}

/** Hashes a token, in hex. A fast hash suffices: nobody can guess 256 random bits, and every call pays for it. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

// 43 characters carry 258 bits, two more than 32 bytes have: the last is one of the sixteen that end in two zeros.
const wellFormed = /^aie_[0-9a-f]{8}_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** Returns whether a token could have been issued. Others are refused without a query. */
export const isWellFormed = (token: string): boolean => wellFormed.test(token)
