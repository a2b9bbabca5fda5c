import { createClient } from '#client'
import { type Role, roles, signIn } from '#contract'
import type { Database } from '#database'
import type { Secrets } from '#platform'
import { createAuth } from '../identity/auth.ts'
import { createPasswords } from '../identity/passwords/passwords.ts'
import { openSession } from '../identity/sessions/open-session.ts'
import { insertUser } from '../identity/user-rows.ts'
import { cookieHeader, keepCookies } from './cookies.ts'
import { testOrigin, testSecrets } from './settings.ts'

export interface Person {
  id: string
  name: string
  email: string
  /** A session's cookie and the page's origin, as the browser sends them. */
  headers: { cookie: string; origin: string }
}

export const testPassword = 'correct horse battery staple'

let hashed: Promise<string> | undefined
/** The hash of {@link testPassword}, made once: scrypt takes a tenth of a second. */
export const testPasswordHash = () => (hashed ??= createPasswords().hashPassword(testPassword))

/** A SECRET and BASE_URL of nodes. */
export interface Signing {
  secrets: Secrets
  baseUrl: string
}
const usual: Signing = { secrets: testSecrets, baseUrl: testOrigin }

/** Adds an owner, an admin and a member, each signed in. */
export async function addPeople(db: Database, signing = usual): Promise<Record<Role, Person>> {
  const people = roles.map(async (role) => {
    const user = { name: `The ${role}`, email: `${role}@aerie.test`, role }
    return [role, await addPerson(db, user, signing)]
  })
  return Object.fromEntries(await Promise.all(people))
}

/** Adds a user who is signed in. */
export async function addPerson(
  db: Database,
  { name, email, role }: { name: string; email: string; role: Role },
  { secrets, baseUrl }: Signing = usual,
): Promise<Person> {
  const passwordHash = await testPasswordHash()
  const { id, token } = await db.transaction(async (tx) => {
    const { id } = await insertUser(tx, { name, email, role, passwordHash })
    const { token } = await openSession(tx, id, { userAgent: undefined, address: undefined })
    return { id, token }
  })
  const cookies: string[] = []
  const setCookie = (header: string) => void cookies.push(header.split(';')[0]!)
  await createAuth({ secrets, baseUrl, db }).enter({ cookie: undefined, setCookie }, token)
  return { id, name, email, headers: { cookie: cookies.join('; '), origin: baseUrl } }
}

/** Signs in and gives the headers that the browser would send from then on. */
export async function signInHeaders(url: string, email: string, password = testPassword) {
  const cookies = new Map<string, string>()
  const onResponse = (response: Response) => keepCookies(cookies, response)
  await createClient({ baseUrl: url }).call(signIn, { email, password }, { onResponse })
  return { cookie: cookieHeader(cookies), origin: testOrigin }
}

/** Lets more than two hours pass since a user signed in or confirmed. */
export const letHoursPass = ({ db }: { db: Database }, userId: string) =>
  db.pool.query(
    `update sessions set confirmed_at = confirmed_at - interval '2 hours 1 minute' where user_id = $1`,
    [userId],
  )
