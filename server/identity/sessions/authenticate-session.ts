import type { Actor } from '#contract'
import type { Credentials } from '#platform'
import { type Auth, toUser } from '../auth.ts'

/** Returns the user signed in by a cookie, or null. */
export async function authenticateSession(
  auth: Auth,
  { cookie, setCookie, address }: Credentials,
): Promise<Actor | null> {
  const found = cookie ? await auth.findSession(cookie) : null
  if (!found) return null
  for (const extended of found.cookies) setCookie(extended)
  const { id: userId, ...user } = toUser(found.user)
  const { id, confirmedAt } = found.session
  return { userId, ...user, via: 'session', apiKey: null, session: { id, confirmedAt }, address }
}
