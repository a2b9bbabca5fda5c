import { createHash } from 'node:crypto'
import querystring from 'node:querystring'
import { sql } from 'kysely'
import type { Role } from '#contract'
import type { Database, Reader } from '#database'
import { type Credentials, readSigned, type Secrets, type Signed, sign } from '#platform'
import { createPasswords } from './passwords/passwords.ts'
import { accessOf } from './user-rows.ts'

interface Options {
  db: Pick<Database, 'authenticationReader'>
  /** Sign cookies. Removing a secret signs out everyone whose cookie it signed. */
  secrets: Secrets
  /** The server's public URL; with https the cookies are `Secure`. */
  baseUrl: string
}

export type Auth = ReturnType<typeof createAuth>

/**
 * The lifetime of an unused session. Use extends it, at most once an hour, up to the maximum age in the settings, which
 * the database enforces.
 */
const sessionSeconds = 14 * 24 * 60 * 60
const sessionCookie = 'session_token'
/** The session that a browser returns to from one of a service user. */
const returnCookie = 'return_token'

/** When a session ends that is used now. */
export const sessionEnd = sql<string>`now() + make_interval(secs => ${sessionSeconds})`

/** Hashes a session's token for the database. Its 256 random bits need neither salt nor a slow hash. */
export const hashSessionToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/**
 * Creates the functions for passwords, signed cookies and the sessions in them. Callers check the origin and the rate. Passwords
 * take long to hash, and sessions are queried on other connections: never call these functions inside a transaction.
 */
export function createAuth({ db: { authenticationReader: reader }, secrets, baseUrl }: Options) {
  const { readCookie, writeCookie } = createSignedCookies(secrets, baseUrl)
  const writeSessionCookie = (token: string) => writeCookie(sessionCookie, token, sessionSeconds)

  /** Notes the secret that signed the cookie of a new session. */
  const noteSecret = (token: string) =>
    reader
      .updateTable('sessions')
      .set({ signedWith: secrets.newest.id })
      .where('tokenHash', '=', hashSessionToken(token))
      .execute()

  async function find(read: Signed | null, { address }: Pick<Credentials, 'address'>) {
    const found = read && (await openSessionOf(reader, read.text))
    if (!found) return null
    const { sessionId: id, isRecent, signedWith } = found
    const isOfNewest = read.secret === secrets.newest
    const isNoted = isRecent && (!isOfNewest || signedWith === read.secret.id)
    const current = isNoted
      ? found
      : await extend(reader, { id, address: address ?? null, signedWith: read.secret.id })
    // It ended meanwhile.
    if (!current) return null
    return {
      user: toUser(found),
      access: found.access,
      by: found.by,
      session: { id, expiresAt: current.expiresAt, confirmedAt: new Date(found.confirmedAt) },
      renewed: isNoted && isOfNewest ? null : writeSessionCookie(read.text),
    }
  }

  return {
    /** Returns the session of a request’s cookie and its user, or null. `renewed`: a `Set-Cookie` value, unless up to date. */
    findSession: (request: Pick<Credentials, 'cookie' | 'address'>) =>
      find(readCookie(request.cookie, sessionCookie), request),

    /** Returns whether a `Cookie` header has a session's cookie, without looking up the session. */
    hasSessionCookie: (cookie: string | undefined) => readCookie(cookie, sessionCookie) !== null,

    /** Returns the `Set-Cookie` value that deletes the session's cookie. */
    clearSessionCookie: () => writeCookie(sessionCookie, '', 0),

    /** Leads back from a service user's session, which has ended, to the one that it was opened from. Null if there is none. */
    async leave({ cookie, address, setCookie }: Pick<Credentials, 'cookie' | 'address' | 'setCookie'>) {
      const before = readCookie(cookie, returnCookie)
      if (!before) return null
      setCookie(writeCookie(returnCookie, '', 0))
      const found = await find(before, { address })
      if (found) setCookie(found.renewed ?? writeSessionCookie(before.text))
      return found && { ...found, renewed: null }
    },

    /** Gives the browser the cookie of a service user's session, and keeps the one that it leads back to. */
    async enterFrom({ cookie, setCookie }: Pick<Credentials, 'cookie' | 'setCookie'>, token: string) {
      const before = readCookie(cookie, sessionCookie)
      if (before) setCookie(writeCookie(returnCookie, before.text, sessionSeconds))
      await noteSecret(token)
      setCookie(writeSessionCookie(token))
    },

    /** Gives the browser the cookie of a session from `openSession`, and ends the session that it had. */
    async enter({ cookie, setCookie }: Pick<Credentials, 'cookie' | 'setCookie'>, token: string) {
      const previous = readCookie(cookie, sessionCookie)
      if (previous)
        await reader.deleteFrom('sessions').where('tokenHash', '=', hashSessionToken(previous.text)).execute()
      if (readCookie(cookie, returnCookie)) setCookie(writeCookie(returnCookie, '', 0))
      await noteSecret(token)
      setCookie(writeSessionCookie(token))
    },

    readCookie,
    writeCookie,
    ...createPasswords(),
  }
}

/** Creates the functions for signed cookies that scripts cannot read. */
function createSignedCookies(secrets: Secrets, baseUrl: string) {
  // Over https, no other host of the domain can set or overwrite these cookies.
  const [prefix, secure] = baseUrl.startsWith('https:') ? ['__Host-aerie', '; Secure'] : ['aerie', '']
  return {
    /** Returns the first signed cookie of a name in a `Cookie` header; null if it is missing or not signed here. */
    readCookie(header: string | undefined, name: string): Signed | null {
      const start = `${prefix}.${name}=`
      const pairs = header?.split(';').map((pair) => pair.trim())
      const value = pairs?.find((pair) => pair.startsWith(start))?.slice(start.length)
      // Unlike `decodeURIComponent`, this never throws.
      return value ? readSigned(secrets, name, querystring.unescape(value)) : null
    },

    /** Returns the `Set-Cookie` value for a signed cookie. Zero seconds delete it. */
    writeCookie(name: string, value: string, seconds: number): string {
      const content = seconds === 0 ? '' : encodeURIComponent(sign(secrets.newest, name, value))
      return `${prefix}.${name}=${content}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
    },
  }
}

/** Extends a session. Notes the secret of the cookie that the browser has, which may not have kept the latest. */
const extend = (
  reader: Reader,
  { id, ...noted }: { id: string; address: string | null; signedWith: string },
) =>
  reader
    .updateTable('sessions')
    .set({ updatedAt: sql<string>`now()`, expiresAt: sessionEnd, ...noted })
    .where('id', '=', id)
    .returning('expiresAt')
    .executeTakeFirst()

/** Who signed in as the service user of a session. */
const openedBy = sql<{ id: string; name: string; email: string } | null>`(
  select json_build_object('id', opener.id, 'name', opener.name, 'email', opener.email)
  from sessions before join users opener on opener.id = before.user_id where before.id = sessions.opened_from)`

/** Returns the session of a token, and its user. */
const openSessionOf = (reader: Reader, token: string) =>
  reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id as sessionId', 'sessions.expiresAt', 'sessions.confirmedAt', 'sessions.signedWith'])
    .select(sql<boolean>`sessions.updated_at > now() - interval '1 hour'`.as('isRecent'))
    .select(['users.id', 'users.name', 'users.email', 'users.role', accessOf.as('access'), openedBy.as('by')])
    .$narrowType<{ role: Role }>()
    .where('tokenHash', '=', hashSessionToken(token))
    .where('expiresAt', '>', sql<string>`now()`)
    // Disabling a user ends their sessions. This is a second line of defence.
    .where('disabled', '=', false)
    .executeTakeFirst()

/** Returns a user's fields in the API. */
export function toUser({ id, name, email, role }: { id: string; name: string; email: string; role: Role }) {
  return { id, name, email, role }
}
