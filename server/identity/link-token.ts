import { createHash, createHmac } from 'node:crypto'
import type { Secret, Secrets } from '#platform'

type Purpose = 'invitation' | 'password reset' | 'email change'

/**
 * Derives the token of a link from a secret and the id of its row. The job that emails the link derives it again, so it is
 * stored nowhere. 256 bits, base64url.
 */
export const linkToken = (secret: Secret, purpose: Purpose, id: string): string =>
  createHmac('sha256', secret.key('aerie links')).update(`${purpose} ${id}`).digest('base64url')

/**
 * Derives the token of an existing link again, from the secret that it was derived from. Undefined if SECRET no longer lists
 * that secret; the link still works.
 */
export function findLinkToken(
  secrets: Secrets,
  purpose: Purpose,
  row: { id: string; tokenHash: Buffer },
): string | undefined {
  const tokens = secrets.all.map((secret) => linkToken(secret, purpose, row.id))
  return tokens.find((token) => hashLinkToken(token).equals(row.tokenHash))
}

/** Derives the token of an existing link again. @throws Error if SECRET no longer lists its secret */
export function linkTokenOf(...[secrets, purpose, row]: Parameters<typeof findLinkToken>): string {
  const token = findLinkToken(secrets, purpose, row)
  if (token === undefined)
    throw new Error(
      `The link of the ${purpose} ${row.id} was derived from a secret that SECRET does not list`,
    )
  return token
}

/** Returns the hash of a token, which is stored to find its row. */
export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()
