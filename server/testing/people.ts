import { createClient } from '#client'
import { type Role, roles, signIn } from '#contract'
import type { Database } from '#database'
import { newId } from '#platform'
import { createAuth } from '../identity/auth.ts'
import { openSession } from '../identity/sessions/open-session.ts'
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

/** Scrypt takes a tenth of a second, whatever the password. */
let hashed: Promise<string> | undefined

/** Adds an owner, an admin and a member, each signed in at nodes with this SECRET and BASE_URL. */
export async function addPeople(
  db: Database,
  node = { secrets: testSecrets, baseUrl: testOrigin },
): Promise<Record<Role, Person>> {
  const { enter, hashPassword } = createAuth({ ...node, db })
  hashed ??= hashPassword(testPassword)
  const password = await hashed
  const people = roles.map((role) => ({
    id: newId(),
    name: `The ${role}`,
    email: `${role}@aerie.test`,
    role,
  }))
  const sessions = await db.transaction(async (tx) => {
    await tx.insertInto('users').values(people).execute()
    const accounts = people.map(({ id }) => ({
      id: newId(),
      userId: id,
      providerId: 'credential',
      accountId: id,
      password,
    }))
    await tx.insertInto('accounts').values(accounts).execute()
    return Promise.all(people.map(({ id }) => openSession(tx, id, null)))
  })
  const entries = people.map(async (person, n) => {
    const cookies: string[] = []
    const setCookie = (header: string) => void cookies.push(header.split(';')[0]!)
    await enter({ cookie: undefined, setCookie }, sessions[n]!.token)
    const cookie = cookies.join('; ')
    return [person.role, { ...person, headers: { cookie, origin: node.baseUrl } }]
  })
  return Object.fromEntries(await Promise.all(entries))
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
