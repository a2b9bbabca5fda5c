import { type Client, createClient } from '#client'
import { createApiKey, type Role } from '#contract'
import type { Database } from '#database'
import { Secrets } from '#platform'
import { readSecretList } from '../start/secret-list.ts'
import type { DatabaseKind } from './cluster.ts'
import { type Installation, newInstallation } from './installation.ts'
import { addPeople, addPerson, type Person } from './people.ts'
import { testOrigin, testSecret } from './settings.ts'

/** A running node on a database of its own, with an owner, an admin and a member, and ways to call it as each. */
export interface TestApp {
  url: string
  db: Database
  /** Where further nodes, or a test's own statements, reach the same database; empty for the embedded one. */
  databaseUrl: string | undefined
  /** Where its files are, and those of its further nodes. */
  dataDir: string
  people: Record<Role, Person>
  /** Adds a user who is signed in. */
  addPerson(user: Parameters<typeof addPerson>[1]): Promise<Person>
  /** Calls with that person's session, as the browser does. */
  as(role: Role | 'nobody'): Client
  /** Makes a key of that person's and calls with it. */
  withKey(role: Role): Promise<Client & { token: string; keyId: string }>
  /** Calls with that token. */
  withToken(token: string): Client
  /** Any request at all, for what the typed client refuses to send. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Another node on the same PostgreSQL. It stops with the first. */
  startNode(): Promise<TestApp>
  stop(): Promise<void>
}

/** Starts a node on a new database. @throws Error if PostgreSQL is requested but not installed. */
export async function startTestApp(
  kind?: DatabaseKind,
  settings: Record<string, string> = {},
): Promise<TestApp> {
  const installation = await newInstallation(kind)
  const app = await startOn(installation, settings)
  return { ...app, stop: installation.remove }
}

async function startOn(
  installation: Installation,
  settings: Record<string, string>,
  known?: TestApp['people'],
): Promise<TestApp> {
  const { databaseUrl, dataDir } = installation
  const { address: url, db, stop } = await installation.start(settings)
  const { SECRET = testSecret, BASE_URL: baseUrl = testOrigin } = settings
  const signing = { secrets: new Secrets(readSecretList(SECRET)), baseUrl }
  const people = known ?? (await addPeople(db, signing))
  const as = (role: Role | 'nobody') =>
    createClient({ baseUrl: url, headers: role === 'nobody' ? {} : people[role].headers })
  const withToken = (apiKey: string) => createClient({ baseUrl: url, apiKey })

  return {
    url,
    db,
    databaseUrl,
    dataDir,
    people,
    addPerson: (user) => addPerson(db, user, signing),
    as,
    withToken,
    async withKey(role) {
      const { token, id } = await as(role).call(createApiKey, { name: `A key of the ${role}` })
      return { ...withToken(token), token, keyId: id }
    },
    fetch: (path, init) => fetch(url + path, init),
    startNode: () => startOn(installation, settings, people),
    stop,
  }
}
