import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { testSecret } from '#testing'
import { startTestProvider } from '../../server/identity/identity-provider/testing/provider.ts'
import { startMailServer } from '../../server/mail/testing/mail-server.ts'
import { testCredentials } from '../../server/platform/files/testing/credentials.ts'
import { startObjectStorage } from '../../server/platform/files/testing/object-storage.ts'
import { startCluster } from './cluster.ts'
import { faultsOfNodes } from './faults.ts'
import { startNodes } from './nodes.ts'
import { startReplicated } from './replicated.ts'

export type Installation = Awaited<ReturnType<typeof startInstallation>>

/**
 * Starts nodes that share only object storage and PostgreSQL, as on several machines. A mail server and an identity provider
 * are outside.
 * @param options.patroni runs PostgreSQL on three machines with Patroni, and disturbs nothing else
 */
export async function startInstallation({ nodes: count, patroni }: { nodes: number; patroni: boolean }) {
  await using opened = new AsyncDisposableStack()
  const cluster = patroni ? opened.use(await startCluster()) : null
  const database = cluster ?? (await startReplicated(opened))
  const storage = await startObjectStorage()
  opened.defer(() => storage.stop())
  const mail = await startMailServer()
  opened.defer(() => mail.stop())
  const provider = await startTestProvider()
  opened.defer(() => provider.stop())
  const observer = new pg.Pool({ connectionString: database.direct, max: 3 })
  // A crash of the database ends its connections, too.
  observer.on('error', () => {})
  opened.defer(() => observer.end())
  const folder = await mkdtemp(join(tmpdir(), 'aerie-storm-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))

  const shared = {
    DATABASE_URL: database.url,
    DATABASE_POOL: '6',
    FILES: storage.address('storm'),
    SECRET: testSecret,
    LOG_LEVEL: 'warn',
    ...testCredentials,
    ...mail.settings,
    ...provider.settings,
  }
  const backups = join(folder, 'backups')
  /** Returns the settings of a node, whose folders are its own. The first makes the backups. */
  const settingsOf = (node: number): Record<string, string> => ({
    ...shared,
    DATA_DIR: join(folder, `node-${node}`),
    ...(node === 0 && { BACKUP_TO: backups }),
  })
  const nodes = await startNodes(opened, count, settingsOf)
  const faults = cluster
    ? cluster.faults
    : { ...database.faults, ...faultsOfNodes(nodes, database.proxies, storage) }
  const end = opened.move()
  return {
    ...nodes,
    mail,
    provider,
    /** Connects directly to the database. */
    observer,
    folder,
    backups,
    settings: settingsOf(0),
    /** Everything that is done to it while clients work, one at a time. */
    faults,
    cluster,
    [Symbol.asyncDispose]: () => end.disposeAsync(),
  }
}
