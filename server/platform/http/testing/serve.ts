import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '#client'
import { type Actor, fullAccess } from '#contract'
import type { Database } from '#database'
import type { Files } from '#files'
import { createLog, createServer, type Implementation, type RightsOf } from '#platform'
import { filesIn } from '../../../testing/folder-files.ts'

export interface Served {
  url: string
  client: Client
  files: Files
  folder: string
  /** The keys of the files that are in the store. */
  keys(): Promise<string[]>
  /** As a node ends it. */
  end(): Promise<void>
  remove(): Promise<void>
}

export interface ServeOptions {
  db: Database
  userId: string
  maxUploadBytes?: number
  files?: (folder: string) => Files
  rightsOf?: RightsOf
}

/** Serves operations that only a test has, to one person. */
export async function serve(
  implementations: Implementation[],
  {
    db,
    userId,
    maxUploadBytes = 1_000_000,
    files: open = filesIn,
    rightsOf = async (actor) => actor,
  }: ServeOptions,
): Promise<Served> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aerie-test-'))
  const folder = join(dataDir, 'files')
  const files = open(folder)
  const actor: Actor = {
    userId,
    email: 'someone@aerie.test',
    role: 'member',
    access: fullAccess,
    via: 'api_key',
  } as Actor
  const server = createServer({
    log: createLog('silent'),
    db,
    files,
    maxUploadBytes,
    baseUrl: 'http://aerie.test',
    authenticate: async ({ authorization }) => (authorization ? actor : null),
    rightsOf,
    noteRead() {},
    implementations,
    trustedProxies: ['127.0.0.1'],
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  let ending: Promise<void> | undefined
  const end = () => (ending ??= server.end())
  return {
    url,
    client: createClient({ baseUrl: url, apiKey: 'any' }),
    files,
    folder,
    keys: async () => {
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
      return found.filter((one) => one.isFile()).map(({ name }) => `${name.slice(-2)}/${name}`)
    },
    end,
    async remove() {
      await end()
      await rm(dataDir, { recursive: true })
    },
  }
}
