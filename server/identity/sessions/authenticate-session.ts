import type { Actor } from '#contract'
import type { Reader } from '#database'
import type { Credentials } from '#platform'
import type { Auth } from '../auth.ts'
import { mustSetUpTwoFactor } from '../two-factor/required.ts'

/** Returns the user signed in by a cookie, or null. */
export async function authenticateSession(
  auth: Auth,
  reader: Reader,
  credentials: Credentials,
): Promise<Actor | null> {
  const found = await auth.findSession(credentials)
  if (!found) return null
  if (found.renewed) credentials.setCookie(found.renewed)
  const { id: userId, ...user } = found.user
  const incomplete = (await mustSetUpTwoFactor(reader, userId)) && ({ mustSetUpTwoFactor: true } as const)
  const { id, confirmedAt } = found.session
  return {
    userId,
    ...user,
    access: found.access,
    ...(found.by && { by: found.by }),
    via: 'session',
    apiKey: null,
    session: { id, confirmedAt },
    address: credentials.address,
    ...incomplete,
  }
}
