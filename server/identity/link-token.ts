import { createHash, createHmac, hkdfSync } from 'node:crypto'

/**
 * The token of a link, made from SECRET and the id of the link's row: the job that sends the link by e-mail makes it
 * again, however often it runs, and it is stored nowhere. 256 bits, base64url.
 */
export function linkToken(secret: string, purpose: 'invitation' | 'password reset', id: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'aerie links', 32))
  return createHmac('sha256', key).update(`${purpose} ${id}`).digest('base64url')
}

/** What is stored of a token: enough to find its row by, not to use it. */
export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()
