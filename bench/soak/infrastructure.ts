import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { testSecret } from '#testing'
import { startTestProvider } from '../../server/identity/identity-provider/testing/provider.ts'
import { startMailServer } from '../../server/mail/testing/mail-server.ts'
import { testCredentials } from '../../server/platform/files/testing/credentials.ts'
import { startObjectStorage } from '../../server/platform/files/testing/object-storage.ts'
import { newCertificates } from '../../server/testing/certificates.ts'
import { startPgbouncer } from '../../server/testing/pgbouncer.ts'
import { openPostgres } from '../postgres.ts'

/** Fewer than the nodes have together, so that each transaction runs in another session. */
const serverConnections = 10

/**
 * Starts what nodes on several machines share: object storage, and PostgreSQL behind PgBouncer in transaction mode, both
 * with TLS. A mail server and an identity provider are outside.
 */
export async function startInfrastructure() {
  await using opened = new AsyncDisposableStack()
  const certificates = opened.use(await newCertificates())
  certificates.addAuthority('ca')
  certificates.issue('server', 'localhost', '-addext subjectAltName=DNS:localhost,IP:127.0.0.1')
  const certificate = await certificates.read('server')
  const postgres = opened.use(await openPostgres({ certificate }))
  const databaseUrl = await postgres.createDatabase()
  const pgbouncer = await startPgbouncer(databaseUrl, { poolSize: serverConnections, certificate })
  opened.defer(() => pgbouncer.stop())
  const storage = await startObjectStorage()
  opened.defer(() => storage.stop())
  const mail = await startMailServer()
  opened.defer(() => mail.stop())
  const provider = await startTestProvider()
  opened.defer(() => provider.stop())
  const spectator = new pg.Pool({ connectionString: databaseUrl, application_name: 'soak', max: 3 })
  opened.defer(() => spectator.end())

  const pooled = new URL(pgbouncer.url)
  pooled.hostname = 'localhost'
  pooled.search = String(
    new URLSearchParams({
      pgbouncer: 'true',
      sslmode: 'verify-full',
      sslrootcert: certificates.file('ca.crt'),
    }),
  )
  const shared = {
    DATABASE_URL: pooled.href,
    DATABASE_POOL: '6',
    FILES: storage.address('soak'),
    SECRET: testSecret,
    LOG_LEVEL: 'warn',
    ...testCredentials,
    ...mail.settings,
    ...provider.settings,
  }
  const folder = await mkdtemp(join(tmpdir(), 'aerie-soak-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const end = opened.move()
  return {
    mail,
    provider,
    /** Connects directly to PostgreSQL. */
    spectator,
    /** Returns the settings of a node, whose folders are its own. The first makes the backups. */
    settingsOf: (node: number): Record<string, string> => ({
      ...shared,
      DATA_DIR: join(folder, `node-${node}`),
      ...(node === 0 && { BACKUP_TO: join(folder, 'backups') }),
    }),
    [Symbol.asyncDispose]: () => end.disposeAsync(),
  }
}

export type Infrastructure = Awaited<ReturnType<typeof startInfrastructure>>
