import { APIError, betterAuth } from 'better-auth'
import { CamelCasePlugin, type Kysely } from 'kysely'
import type { Role } from '#contract'
import { busy, newId } from '#platform'
import { hashedSessionTokens } from './hashed-session-tokens.ts'
import { createPasswords } from './passwords/passwords.ts'
import { signedCookies } from './signed-cookies.ts'

interface Options {
  // biome-ignore lint/suspicious/noExplicitAny: the library names its tables and columns at run time
  db: Kysely<any>
  /** Signs the session cookie: changing it signs everyone out. At least 32 characters. */
  secret: string
  /** The server's public URL; with https the cookie is `Secure`. */
  baseUrl: string
  log: Record<'debug' | 'info' | 'warn' | 'error', (details: object, message: string) => void>
}

export type Auth = ReturnType<typeof createAuth>

/** The lifetime of an unused session. Use extends it, at most once an hour. */
export const sessionSeconds = 14 * 24 * 60 * 60

/**
 * Wraps better-auth for passwords, sessions and cookies. Its router is never mounted, so only the functions returned here
 * are reachable, and callers check the origin and the rate. Passwords take long to hash, and the library queries `db`
 * itself: never call these functions inside a transaction.
 */
export function createAuth({ db, secret, baseUrl, log }: Options) {
  const { api } = betterAuth({
    // A list, because BETTER_AUTH_SECRETS in the environment would override a single secret.
    secrets: [{ version: 1, value: secret }],
    baseURL: baseUrl,
    database: { db: db.withPlugin(new CamelCasePlugin()), type: 'postgres' },
    user: {
      modelName: 'users',
      additionalFields: {
        role: { type: ['owner', 'admin', 'member'], required: true, input: false },
        disabled: { type: 'boolean', required: true, input: false },
      },
    },
    session: {
      modelName: 'sessions',
      fields: { token: 'tokenHash', userAgent: 'browser' },
      additionalFields: { confirmedAt: { type: 'date', required: true, input: false } },
      expiresIn: sessionSeconds,
      updateAge: 60 * 60,
    },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications' },
    plugins: [hashedSessionTokens, signedCookies],
    advanced: {
      cookiePrefix: 'aerie',
      // Fetches a session and its user in one query instead of two.
      database: { generateId: newId, joins: true, validateSchema: false },
      ipAddress: { disableIpTracking: true },
    },
    logger: { log: (level, message, ...details) => log[level]({ details }, message) },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  })

  async function findSession(cookie: string) {
    const headers = new Headers({ cookie })
    const answer = await unlessRefused(api.getSession({ headers, returnHeaders: true }))
    const user = answer?.response?.user
    // Disabling a user ends their sessions. This is a second line of defence.
    if (!answer?.response || !user || user.disabled) return null
    const { id, expiresAt, confirmedAt } = answer.response.session
    return { user, session: { id, expiresAt, confirmedAt }, cookies: answer.headers.getSetCookie() }
  }

  async function writeCookie(name: string, value: string, maxAge: number): Promise<string[]> {
    const { headers } = await api.writeCookie({ body: { name, value, maxAge }, returnHeaders: true })
    return headers.getSetCookie()
  }

  return {
    /** Returns `Set-Cookie` values that delete the session's cookie. */
    async clearSessionCookie() {
      const answer = await api.signOut({ headers: new Headers(), returnHeaders: true })
      return answer.headers.getSetCookie()
    },

    /** Returns the session of a `Cookie` header and its user, or null. `cookies` is filled when the session was extended. */
    findSession,

    /** Returns `Set-Cookie` values for a session from `openSession`. */
    sessionCookie: (token: string) => writeCookie('session_token', token, sessionSeconds),

    /** Returns `Set-Cookie` values for a signed cookie that scripts cannot read. Zero seconds delete it. */
    writeCookie,

    /** Returns the value of a signed cookie in a `Cookie` header; null if it is missing or not signed here. */
    readCookie: (cookie: string | undefined, name: string) =>
      api.readCookie({ headers: new Headers({ cookie: cookie ?? '' }), query: { name } }),

    ...createPasswords(),
  }
}

/** Turns the library's refusals into null. Its 5xx errors hide that the database did not respond. */
async function unlessRefused<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    if (error.statusCode < 500) return null
    throw busy(error)
  }
}

/** Returns a user's fields in the API. */
export function toUser({ id, name, email, role }: { id: string; name: string; email: string; role: Role }) {
  return { id, name, email, role }
}
