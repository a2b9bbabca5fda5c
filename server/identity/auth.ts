import { APIError, betterAuth } from 'better-auth'
import { CamelCasePlugin, type Kysely, sql } from 'kysely'
import type { Role } from '#contract'
import { busy } from '#database'
import { type Credentials, newId, type Secrets } from '#platform'
import { hashedSessionTokens, hashSessionToken } from './hashed-session-tokens.ts'
import { createPasswords } from './passwords/passwords.ts'
import { signedCookies } from './signed-cookies.ts'

interface Options {
  // biome-ignore lint/suspicious/noExplicitAny: the library names its tables and columns at run time
  db: Kysely<any>
  /** Sign cookies. Removing a secret signs out everyone whose cookie it signed. */
  secrets: Secrets
  /** The server's public URL; with https the cookie is `Secure`. */
  baseUrl: string
  log: Record<'debug' | 'info' | 'warn' | 'error', (details: object, message: string) => void>
}

export type Auth = ReturnType<typeof createAuth>

/**
 * The lifetime of an unused session. Use extends it, at most once an hour, up to the maximum age in the settings, which
 * the database enforces.
 */
export const sessionSeconds = 14 * 24 * 60 * 60
const extendedAfterMs = 60 * 60 * 1000

/**
 * Wraps better-auth for passwords, sessions and cookies. Its router is never mounted, so only the functions returned here
 * are reachable, and callers check the origin and the rate. Passwords take long to hash, and the library queries `db`
 * itself: never call these functions inside a transaction.
 */
export function createAuth({ db, secrets, baseUrl, log }: Options) {
  const isHttps = baseUrl.startsWith('https:')
  const library = betterAuth({
    // Required, but unused: we sign cookies. A list, because BETTER_AUTH_SECRETS in the environment would override a single one.
    secrets: [{ version: 1, value: secrets.newest.key('aerie sign-in library').toString('hex') }],
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
      additionalFields: {
        confirmedAt: { type: 'date', required: true, input: false },
        signedWith: { type: 'string', required: false, input: false },
      },
      expiresIn: sessionSeconds,
      // `extend` does it: the library would write on every use once the maximum age is near.
      disableSessionRefresh: true,
    },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications' },
    plugins: [hashedSessionTokens, signedCookies(secrets)],
    advanced: {
      // Over https, no other host of the domain can set or overwrite these cookies.
      cookiePrefix: isHttps ? '__Host-aerie' : 'aerie',
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps },
      // Fetches a session and its user in one query instead of two.
      database: { generateId: newId, joins: true, validateSchema: false },
      ipAddress: { disableIpTracking: true },
    },
    logger: { log: (level, message, ...details) => log[level]({ details }, message) },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  })

  const { api } = library
  type Found = typeof library.$Infer.Session

  async function findSession(cookie: string) {
    const read = await readCookie(cookie, 'session_token')
    if (!read) return null
    const token = read.text
    const found = (await unlessRefused(api.sessionOfToken({ query: { token } }))) as Found | null
    // Disabling a user ends their sessions. This is a second line of defence.
    if (!found || found.session.expiresAt.getTime() <= Date.now() || found.user.disabled) return null
    const { user, session } = found
    const { id, expiresAt, confirmedAt } = session
    const isOfNewest = read.secret === secrets.newest
    const isRecent = session.updatedAt.getTime() > Date.now() - extendedAfterMs
    if (isRecent && (!isOfNewest || session.signedWith === read.secret.id)) {
      const cookies = isOfNewest ? [] : await sessionCookie(token)
      return { user, session: { id, expiresAt: expiresAt.toISOString(), confirmedAt }, cookies }
    }
    const extended = await extend(id, read.secret.id)
    return (
      extended && {
        user,
        session: { id, ...extended, confirmedAt },
        cookies: await sessionCookie(token),
      }
    )
  }

  /**
   * Notes the secret of the cookie that the browser has, which may not have kept the latest. Returns null if the session
   * ended meanwhile.
   */
  async function extend(id: string, signedWith: string): Promise<{ expiresAt: string } | null> {
    const extended = await db
      .updateTable('sessions')
      .set({
        updated_at: sql`now()`,
        expires_at: sql`now() + make_interval(secs => ${sessionSeconds})`,
        signed_with: signedWith,
      })
      .where('id', '=', id)
      .returning('expires_at')
      .executeTakeFirst()
    return extended ? { expiresAt: new Date(extended.expires_at).toISOString() } : null
  }

  const sessionCookie = (token: string) => writeCookie('session_token', token, sessionSeconds)

  async function writeCookie(name: string, value: string, maxAge: number): Promise<string[]> {
    const { headers } = await api.writeCookie({ body: { name, value, maxAge }, returnHeaders: true })
    return headers.getSetCookie()
  }

  const readCookie = (cookie: string | undefined, name: string) =>
    api.readCookie({ headers: new Headers({ cookie: cookie ?? '' }), query: { name } })

  return {
    /** Returns `Set-Cookie` values that delete the session's cookie. */
    async clearSessionCookie() {
      const answer = await api.signOut({ headers: new Headers(), returnHeaders: true })
      return answer.headers.getSetCookie()
    },

    /** Returns the session of a `Cookie` header and its user, or null. `cookies` is filled when the session was extended. */
    findSession,

    /** Returns whether a `Cookie` header has a session's cookie, without looking up the session. */
    hasSessionCookie: async (cookie: string | undefined) =>
      (await readCookie(cookie, 'session_token')) !== null,

    /** Gives the browser the cookie of a session from `openSession`, and ends the session that it had. */
    async enter({ cookie, setCookie }: Pick<Credentials, 'cookie' | 'setCookie'>, token: string) {
      const previous = await readCookie(cookie, 'session_token')
      if (previous)
        await db.deleteFrom('sessions').where('token_hash', '=', hashSessionToken(previous.text)).execute()
      await db
        .updateTable('sessions')
        .set({ signed_with: secrets.newest.id })
        .where('token_hash', '=', hashSessionToken(token))
        .execute()
      for (const header of await sessionCookie(token)) setCookie(header)
    },

    /** Returns `Set-Cookie` values for a signed cookie that scripts cannot read. Zero seconds delete it. */
    writeCookie,

    /** Returns a signed cookie in a `Cookie` header; null if it is missing or not signed here. */
    readCookie,

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
