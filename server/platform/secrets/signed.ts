import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret, Secrets } from './secrets.ts'

/** A signed text that was read, and the secret that signed it. */
export interface Signed {
  text: string
  secret: Secret
}

/** Signs a text (HMAC-SHA-256): `text.secretId.mac`. It is valid only under the same name, such as that of a cookie. */
export const sign = (secret: Secret, name: string, text: string): string =>
  `${text}.${secret.id}.${macOf(secret, name, text)}`

/** Reads what `sign` returned. Null if it was changed, has another name, or SECRET does not list its secret. */
export function readSigned(secrets: Secrets, name: string, signed: string): Signed | null {
  const [, text, id, mac] = /^(.+)\.([0-9a-f]{8})\.([\w-]{43})$/s.exec(signed) ?? []
  if (text === undefined || mac === undefined) return null
  const secret = secrets.find(id)
  return secret && isSame(macOf(secret, name, text), mac) ? { text, secret } : null
}

const macOf = (secret: Secret, name: string, text: string): string =>
  createHmac('sha256', secret.key('aerie cookies')).update(`${name}=${text}`).digest('base64url')

/** Both have the same length. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other))
