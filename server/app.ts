import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  apiKeyEmails,
  createApiKeyOperations,
  createKeyUsage,
  createReminders,
  createVerifyKey,
  expireKeyUsage,
} from '#api-keys'
import { auditOperations, createSealJob } from '#audit'
import { beginUse, createBackups } from '#backups'
import { type Config, ConfigError } from '#config'
import {
  createAuth,
  createIdentityOperations,
  expireSessions,
  hasOwner,
  identityEmails,
  makeOwner,
} from '#identity'
import { createInsights } from '#insights'
import { createMail } from '#mail'
import {
  createLog,
  createServer,
  type Database,
  expireIdempotencyRecords,
  holdPort,
  migrate,
  openDatabase,
  openFiles,
  openFolder,
  Refusal,
  startJobs,
  vacuumEmbedded,
  watchClock,
} from '#platform'
import { createProviderOperations, providerJobs } from '#provider'
import { createAuthenticate } from './authenticate.ts'
import { addMcp } from './mcp/index.ts'
import { addPages } from './pages.ts'
import { addReference } from './reference.ts'
import { readOrCreateSecret, setupCodeOf } from './secret.ts'
import { createServiceOperations, version } from './service.ts'
import { createIsStillValid } from './still-valid.ts'

export interface App {
  /** The address it listens on, such as `http://127.0.0.1:3000`. */
  address: string
  /** The address of its metrics, or null if they are disabled. */
  metrics: string | null
  db: Database
  /** Whether there is no owner yet, and the setup code; null if none is required. */
  setup: { needed: boolean; code: string | null }
  /**
   * Stops without dropping calls. For `drainMs` it reports not ready, so that load balancers use other nodes. Then it
   * stops listening, answers open calls, writes key usage, stops jobs and closes the database.
   */
  stop(drainMs?: number): Promise<void>
}

/**
 * Starts a node. This is the one list of modules, operations, jobs and pages.
 * @throws ConfigError, ListenError, FolderInUseError, ForeignFolderError, BackupError, or an error of the data folder or database
 */
export async function startApp(config: Config): Promise<App> {
  let state: 'starting' | 'ready' | 'draining' = 'starting'
  const isReady = () => state === 'ready'
  const { dataDir, baseUrl, secrets } = config
  const log = createLog(config.logLevel)
  // Closed in reverse order, at the end or if the start fails.
  await using opened = new AsyncDisposableStack()
  const port = opened.use(await holdPort(config.listen))
  const metricsPort = config.metrics && opened.use(await holdPort(config.metrics))
  await openFolder(dataDir)
  await beginUse(dataDir)
  const db = await openDatabase({ url: secrets.databaseUrl, dataDir, poolSize: config.databasePool })
  opened.defer(() => db.close())
  await migrate(db.pool)
  opened.defer(await watchClock(db, log))

  const secret = secrets.secret ?? (await readOrCreateSecret(dataDir))
  const setupCode = config.onLoopback ? null : setupCodeOf(secret)
  const auth = createAuth({ db: db.forLibraries, secret, baseUrl, log })
  if (secrets.owner && !(await hasOwner(db.reader)))
    await makeOwner(db, auth, secrets.owner).catch(unlessSetUp)

  const keyUsage = createKeyUsage(db, log)
  opened.defer(() => keyUsage.stop())
  const files = openFiles(join(dataDir, 'files'))
  const insights = createInsights({
    files,
    maxUploadBytes: config.maxUploadBytes,
    model: secrets.model,
    baseUrl,
  })
  opened.defer(() => insights.stop())
  const backups = createBackups({
    plan: config.backups,
    files,
    dataDir,
    databaseUrl: secrets.databaseUrl,
    secret,
    version,
  })
  const emails = [...identityEmails, ...apiKeyEmails]
  const mail = secrets.mail && createMail({ smtp: secrets.mail, baseUrl, secret, emails })
  const queueEmail = mail?.queueEmail ?? null
  const jobs = await startJobs(
    [
      createSealJob(secret),
      expireIdempotencyRecords,
      expireSessions,
      expireKeyUsage,
      vacuumEmbedded,
      ...insights.jobs,
      ...providerJobs,
      ...backups.jobs,
      ...(mail ? [mail.job] : []),
      createReminders(queueEmail),
    ],
    { db, log },
  )
  mail?.sendBy(jobs)
  opened.defer(() => jobs.stop())
  opened.defer(await backups.start(db, jobs))
  const implementations = [
    ...createServiceOperations(isReady),
    ...createIdentityOperations({
      auth,
      secret,
      baseUrl,
      setupCode,
      identityProvider: secrets.identityProvider,
      queueEmail,
      log,
    }),
    ...createApiKeyOperations(queueEmail),
    ...auditOperations,
    ...insights.createOperations(jobs),
    ...createProviderOperations(jobs),
    ...backups.createOperations(jobs),
  ]
  const verifyKey = createVerifyKey(db)
  const pipeline = {
    db,
    files,
    maxUploadBytes: config.maxUploadBytes,
    baseUrl,
    authenticate: createAuthenticate(verifyKey, keyUsage, auth, db.reader),
    isStillValid: createIsStillValid(db.reader),
  }
  const { trustedProxies } = config
  const server = createServer({ ...pipeline, log, implementations, trustedProxies })
  opened.defer(() => server.end())
  addMcp(server, implementations, pipeline, version)
  await addPages(server, auth.hasSessionCookie)
  await addReference(server, baseUrl, pipeline.authenticate)
  let metrics: string | null = null
  if (metricsPort) {
    // Loaded only if enabled.
    const { serveMetrics } = await import('./metrics/index.ts')
    const makesBackups = config.backups !== null
    const measured = {
      server,
      implementations,
      db,
      files,
      verifyKey,
      keyUsage,
      dataDir,
      version,
      isReady,
      makesBackups,
    }
    const served = await metricsPort.handOver((address) => serveMetrics(address, measured))
    opened.defer(() => served.close())
    metrics = served.address
  }
  await server.ready()
  const address = await port.handOver((address) => server.listen(address))
  const setup = { needed: !(await hasOwner(db.reader)), code: setupCode }
  state = 'ready'

  const running = opened.move()
  return {
    address,
    metrics,
    db,
    setup,
    async stop(drainMs = 1000) {
      state = 'draining'
      await wait(drainMs)
      await running.disposeAsync()
    },
  }
}

/** When nodes start simultaneously, only one creates the owner. @throws ConfigError for a weak password */
function unlessSetUp(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
  if (error.code === 'validation_failed') throw new ConfigError(`OWNER_PASSWORD: ${error.message}`)
  if (error.code !== 'already_set_up') throw error
}
