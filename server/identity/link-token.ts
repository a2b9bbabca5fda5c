import { createHash, createHmac, hkdfSync } from 'node:crypto'

/**
 * Derives the token of a link from SECRET and the id of its row. The job that emails the link derives it again, so it is
 * stored nowhere. 256 bits, base64url.
 */
export function linkToken(
  secret: string,
  purpose: 'invitation' | 'password reset' | 'email change',
  id: string,
): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'aerie links', 32))
  return createHmac('sha256', key).update(`${purpose} ${id}`).digest('base64url')
}

/** Returns the hash of a token, which is stored to find its row. */
export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()
