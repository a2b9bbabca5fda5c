import type { Credentials } from '#platform'
import type { Auth } from '../auth.ts'
import { rememberBrowser } from './known-browser.ts'
import type { OpenedSession } from './open-session.ts'

/** Sets the cookies of a browser in which a user signed in: the session's, and the one by which it is known later. */
export async function enter(
  auth: Auth,
  { cookie, setCookie }: Pick<Credentials, 'cookie' | 'setCookie'>,
  { token, userId }: OpenedSession,
): Promise<void> {
  await auth.enter({ cookie, setCookie }, token)
  setCookie(rememberBrowser(auth, cookie, userId))
}
