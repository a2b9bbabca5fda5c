import { hashPassword } from 'better-auth/crypto'
import { createClient } from '#client'
import { type Role, roles, signIn } from '#contract'
import { type Database, newId } from '#platform'
import { testOrigin } from './settings.ts'

export interface Person {
  id: string
  name: string
  email: string
  /** A session's cookie and the page's origin, as the browser sends them. */
  headers: { cookie: string; origin: string }
}

export const testPassword = 'correct horse battery staple'

/** Adds an owner, an admin and a member, and signs each in. */
export async function addPeople(db: Database, url: string): Promise<Record<Role, Person>> {
  const password = await hashPassword(testPassword)
  const people = roles.map((role) => ({
    id: newId(),
    name: `The ${role}`,
    email: `${role}@aerie.test`,
    role,
  }))
  await db.transaction(async (tx) => {
    await tx.insertInto('users').values(people).execute()
    const accounts = people.map(({ id }) => ({
      id: newId(),
      userId: id,
      providerId: 'credential',
      accountId: id,
      password,
    }))
    await tx.insertInto('accounts').values(accounts).execute()
  })
  const entries = await Promise.all(
    people.map(async (person) => [
      person.role,
      { ...person, headers: await signInHeaders(url, person.email) },
    ]),
  )
  return Object.fromEntries(entries)
}

/** Signs in and gives the headers that the browser would send from then on. */
export async function signInHeaders(url: string, email: string, password = testPassword) {
  let cookie = ''
  const client = createClient({
    baseUrl: url,
    async fetch(...request) {
      const response = await fetch(...request)
      cookie = response.headers
        .getSetCookie()
        .map((header) => header.split(';')[0])
        .join('; ')
      return response
    },
  })
  await client.call(signIn, { email, password })
  return { cookie, origin: testOrigin }
}
