import { z } from 'zod'
import { newId } from '#platform'
import type { Auth } from '../auth.ts'

/**
 * The signed cookie that names the users who signed in from a browser before (OWASP calls it a device cookie). It grants
 * nothing: such a browser only goes first, and its attempts are counted separately, so that guessing from elsewhere
 * locks nobody out.
 */
const cookie = { name: 'known_browser', seconds: 365 * 24 * 60 * 60 }
const content = z.tuple([z.uuid()], z.uuid())
const mostUsers = 20

export interface KnownBrowser {
  id: string
  /** The users who signed in from it, the most recent first. */
  userIds: string[]
}

type Cookies = Pick<Auth, 'readCookie' | 'writeCookie'>

/** Returns the browser that a `Cookie` header names; null if it is not known. */
export function knownBrowserOf(auth: Cookies, cookies: string | undefined): KnownBrowser | null {
  const signed = auth.readCookie(cookies, cookie.name)
  const read = content.safeParse(signed?.text.split(' '))
  if (!read.success) return null
  const [id, ...userIds] = read.data
  return { id, userIds }
}

/** Returns the `Set-Cookie` value that adds a user to the browser's cookie. The least recent user drops out of a full one. */
export function rememberBrowser(auth: Cookies, cookies: string | undefined, userId: string): string {
  const { id, userIds } = knownBrowserOf(auth, cookies) ?? { id: newId(), userIds: [] }
  const others = userIds.filter((other) => other !== userId)
  const value = [id, userId, ...others.slice(0, mostUsers - 1)].join(' ')
  return auth.writeCookie(cookie.name, value, cookie.seconds)
}
