import { rm } from 'node:fs/promises'
import { type App, startApp } from '#app'
import { type Client, createClient } from '#client'
import { readConfig } from '#config'
import { createApiKey, type Role } from '#contract'
import type { Database } from '#platform'
import { type DatabaseKind, postgres } from './cluster.ts'
import { newDataDir } from './data-dir.ts'
import { addPeople, type Person } from './people.ts'
import { testSettings } from './settings.ts'

/** A running node on a database of its own, with an owner, an admin and a member, and ways to call it as each. */
export interface TestApp {
  url: string
  db: Database
  /** Where further nodes, or a test's own statements, reach the same database; empty for the embedded one. */
  databaseUrl: string | undefined
  /** Where its files are, and those of its further nodes. */
  dataDir: string
  people: Record<Role, Person>
  /** Calls with that person's session, as the browser does. */
  as(role: Role | 'nobody'): Client
  /** Makes a key of that person's and calls with it. */
  withKey(role: Role): Promise<Client & { token: string; keyId: string }>
  /** Calls with that token. */
  withToken(token: string): Client
  /** Any request at all, for what the typed client refuses to send. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Another node on the same PostgreSQL. */
  startNode(): Promise<TestApp>
  stop(): Promise<void>
}

/** Starts a node on a new database. @throws Error if PostgreSQL is requested but not installed. */
export async function startTestApp(
  kind: DatabaseKind = postgres ? 'postgresql' : 'embedded',
  settings: Record<string, string> = {},
): Promise<TestApp> {
  if (kind === 'embedded') return startOn(undefined, settings)
  if (!postgres) throw new Error('PostgreSQL is not installed')
  const databaseUrl = await postgres.createMigratedDatabase()
  return startOn(databaseUrl, settings, undefined, async () => postgres?.dropDatabase(databaseUrl))
}

async function startOn(
  databaseUrl: string | undefined,
  settings: Record<string, string>,
  known?: { people: TestApp['people']; dataDir: string },
  stopDatabase: () => Promise<void> = async () => {},
): Promise<TestApp> {
  // Nodes share the folder in which the files are.
  const dataDir = known?.dataDir ?? (await newDataDir(databaseUrl))
  const config = readConfig(testSettings({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...settings }))
  const app: App = await startApp(config)
  // Nothing is begun by the clock, at whatever time of the day this runs: a test that wants a job runs it.
  await app.db.pool.query(
    `delete from pgboss.schedule; delete from pgboss.job where name = '__pgboss__send-it'`,
  )
  const url = app.address
  const people =
    known?.people ?? (await addPeople(app.db, { secret: config.secrets.secret!, baseUrl: config.baseUrl }))
  const nodes: TestApp[] = []
  const as = (role: Role | 'nobody') =>
    createClient({ baseUrl: url, headers: role === 'nobody' ? {} : people[role].headers })
  const withToken = (apiKey: string) => createClient({ baseUrl: url, apiKey })

  return {
    url,
    db: app.db,
    databaseUrl,
    dataDir,
    people,
    as,
    withToken,
    async withKey(role) {
      const { token, id } = await as(role).call(createApiKey, { name: `A key of the ${role}` })
      return { ...withToken(token), token, keyId: id }
    },
    fetch: (path, init) => fetch(url + path, init),
    async startNode() {
      const node = await startOn(databaseUrl, settings, { people, dataDir })
      nodes.push(node)
      return node
    },
    async stop() {
      await Promise.all([...nodes.map((node) => node.stop()), app.stop(0)])
      await stopDatabase()
      if (!known) await rm(dataDir, { recursive: true })
    },
  }
}
