import { APIError, betterAuth } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { CamelCasePlugin, type Kysely } from 'kysely'
import type { Role } from '#contract'
import { busy, newId, Refusal } from '#platform'
import { hashedSessionTokens } from './hashed-session-tokens.ts'
import { signedCookies } from './signed-cookies.ts'

interface Options {
  // biome-ignore lint/suspicious/noExplicitAny: the library names its tables and columns at run time
  db: Kysely<any>
  /** Signs the session cookie, so changing it signs everybody out. At least 32 characters. */
  secret: string
  /** Where people reach the server; with https the cookie is `Secure`. */
  baseUrl: string
  log: Record<'debug' | 'info' | 'warn' | 'error', (details: object, message: string) => void>
}

export type Auth = ReturnType<typeof createAuth>

/** How long a session lasts that nobody uses; each use prolongs it, once an hour at most. */
export const sessionSeconds = 14 * 24 * 60 * 60

/**
 * Passwords, sessions and cookies by better-auth, reduced to what operations call. Its router is never mounted: what is
 * not returned here nobody reaches, and origin and rate are for the caller to check. It hashes, and queries `db` by
 * itself, so never call it inside a transaction.
 */
export function createAuth({ db, secret, baseUrl, log }: Options) {
  const password = passwordsInTurn()
  const { api } = betterAuth({
    // As a list, because a single secret gives way to BETTER_AUTH_SECRETS in the environment.
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
      expiresIn: sessionSeconds,
      updateAge: 60 * 60,
    },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications' },
    plugins: [hashedSessionTokens, signedCookies],
    advanced: {
      cookiePrefix: 'aerie',
      // Joined, a session and its person are one query; otherwise the library makes two.
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
    // Disabling ends sessions. Looked at all the same, since it is at hand.
    if (!answer?.response || !user || user.disabled) return null
    const { id, expiresAt } = answer.response.session
    return { user, session: { id, expiresAt }, cookies: answer.headers.getSetCookie() }
  }

  async function writeCookie(name: string, value: string, maxAge: number): Promise<string[]> {
    const { headers } = await api.writeCookie({ body: { name, value, maxAge }, returnHeaders: true })
    return headers.getSetCookie()
  }

  return {
    /** Ends the session that a `Cookie` header names, if it names one, and returns the `Set-Cookie` values. */
    async signOut(cookie: string) {
      const headers = new Headers({ cookie })
      const found = await unlessRefused(api.getSession({ headers, query: { disableRefresh: true } }))
      // Not left to the library: it reports success even when the database did not answer.
      if (found) await db.deleteFrom('sessions').where('id', '=', found.session.id).execute()
      const answer = await api.signOut({ headers: new Headers(), returnHeaders: true })
      return answer.headers.getSetCookie()
    },

    /** The session that a `Cookie` header names and whose it is, or null. Once an hour it prolongs the session; only then are there `cookies`. */
    findSession,

    /** The id of the session by which a caller was recognised. @throws Refusal `unauthenticated` where it ended meanwhile. */
    async ownSession(cookie: string | undefined): Promise<string> {
      const found = cookie ? await findSession(cookie) : null
      if (!found) throw new Refusal('unauthenticated')
      return found.session.id
    },

    /** `Set-Cookie` values for a session that `openSession` made. */
    sessionCookie: (token: string) => writeCookie('session_token', token, sessionSeconds),

    /** `Set-Cookie` values for a signed cookie that scripts cannot read; with no seconds left it goes. */
    writeCookie,

    /** What a signed cookie in a `Cookie` header says; null where it is missing or was not signed here. */
    readCookie: (cookie: string | undefined, name: string) =>
      api.readCookie({ headers: new Headers({ cookie: cookie ?? '' }), query: { name } }),

    /** What `accounts.password` takes. Up to 128 characters, as sign-in does. */
    hashPassword: password.hash,

    /** Takes as long where there is no hash to compare with. */
    async verifyPassword(given: string, hash: string | null | undefined): Promise<boolean> {
      if (hash) return password.verify({ hash, password: given })
      await password.hash(given)
      return false
    },
  }
}

/** Turns a refusal into null, whatever its reason. The library hides why it failed: the database did not answer. */
async function unlessRefused<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    if (error.statusCode < 500) return null
    throw busy()
  }
}

/** What the API tells of someone. */
export function toPerson({ id, name, email, role }: { id: string; name: string; email: string; role: Role }) {
  return { id, name, email, role }
}

/**
 * Passwords take turns. scrypt runs on the four threads that also read files: 40 sign-ins at once held up every file
 * for 4 s, and in turn none, while on two cores they took no longer.
 */
function passwordsInTurn() {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (pair: { hash: string; password: string }) => inTurn(() => verifyPassword(pair)),
  }
}
