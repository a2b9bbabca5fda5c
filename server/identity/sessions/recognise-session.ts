import type { Actor } from '#contract'
import type { Credentials } from '#platform'
import { type Auth, toPerson } from '../auth.ts'

/** Who is signed in in the browser that sent this cookie; null where nobody is. */
export async function recogniseSession(
  auth: Auth,
  { cookie, setCookie }: Credentials,
): Promise<Actor | null> {
  const found = cookie ? await auth.findSession(cookie) : null
  if (!found) return null
  for (const renewed of found.cookies) setCookie(renewed)
  const { id: userId, ...person } = toPerson(found.user)
  return { userId, ...person, via: 'session', apiKey: null }
}
