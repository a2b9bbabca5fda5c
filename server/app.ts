import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apiKeyOperations, createLastUsed, createReminders, createVerifyKey, expiringLetter } from '#api-keys'
import { auditOperations, createSealJob } from '#audit'
import type { Config } from '#config'
import {
  createAuth,
  createIdentityOperations,
  expireSessions,
  hasOwner,
  identityLetters,
  makeOwner,
} from '#identity'
import { createInsights } from '#insights'
import { createMail } from '#mail'
import {
  createLog,
  createServer,
  type Database,
  expireIdempotencyRecords,
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
import { readOrMakeSecret, setupCodeOf } from './secret.ts'
import { createServiceOperations, version } from './service.ts'

export interface App {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string
  /** Where its metrics are; null where none were asked for. */
  metrics: string | null
  db: Database
  /** Whether nobody has been made owner yet, and what set-up asks for; null where it asks for nothing. */
  setup: { needed: boolean; code: string | null }
  /**
   * Drops no call: for `drainMs` it says that it is not ready any more, so that load balancers go elsewhere; then it
   * stops listening, answers what came in, writes last-used times, ends jobs and closes the database.
   */
  stop(drainMs?: number): Promise<void>
}

/**
 * Starts a node: the one list of modules, operations, jobs and pages.
 * @throws ConfigError, FolderInUseError, or whatever keeps the database from answering.
 */
export async function startApp(config: Config): Promise<App> {
  let state: 'starting' | 'ready' | 'draining' = 'starting'
  const isReady = () => state === 'ready'
  const { dataDir, baseUrl, secrets } = config
  const log = createLog(config.logLevel)
  // Closed in reverse, at the end or where the start fails.
  await using opened = new AsyncDisposableStack()
  await openFolder(dataDir)
  const db = await openDatabase({ url: secrets.databaseUrl, dataDir, poolSize: config.databasePool })
  opened.defer(() => db.close())
  await migrate(db.pool)
  opened.defer(await watchClock(db, log))

  const secret = secrets.secret ?? (await readOrMakeSecret(dataDir))
  const setupCode = config.onLoopback ? null : setupCodeOf(secret)
  const auth = createAuth({ db: db.forLibraries, secret, baseUrl, log })
  if (secrets.owner && !(await hasOwner(db.reader)))
    await makeOwner(db, auth, secrets.owner).catch(unlessSetUp)

  const lastUsed = createLastUsed(db, log)
  opened.defer(() => lastUsed.stop())
  const files = openFiles(join(dataDir, 'files'))
  const insights = createInsights({
    files,
    maxUploadBytes: config.maxUploadBytes,
    model: secrets.model,
    baseUrl,
  })
  opened.defer(() => insights.stop())
  const letters = [...identityLetters, expiringLetter]
  const mail = secrets.mail && createMail({ smtp: secrets.mail, baseUrl, secret, letters })
  const jobs = await startJobs(
    [
      createSealJob(secret),
      expireIdempotencyRecords,
      expireSessions,
      vacuumEmbedded,
      ...insights.jobs,
      ...providerJobs,
      ...(mail ? [mail.job] : []),
      createReminders(mail?.post ?? null),
    ],
    { db, log },
  )
  mail?.sendBy(jobs)
  opened.defer(() => jobs.stop())
  const implementations = [
    ...createServiceOperations(isReady),
    ...createIdentityOperations({
      auth,
      secret,
      baseUrl,
      setupCode,
      identityProvider: secrets.identityProvider,
      post: mail?.post ?? null,
      log,
    }),
    ...apiKeyOperations,
    ...auditOperations,
    ...insights.createOperations(jobs),
    ...createProviderOperations(jobs),
  ]
  const verifyKey = createVerifyKey(db, lastUsed)
  const pipeline = {
    db,
    files,
    maxUploadBytes: config.maxUploadBytes,
    baseUrl,
    authenticate: createAuthenticate(verifyKey, auth),
  }
  const server = createServer({ ...pipeline, log, implementations })
  opened.defer(() => server.end())
  addMcp(server, implementations, pipeline, version)
  await addPages(server)
  addReference(server, baseUrl, pipeline.authenticate)
  let metrics: string | null = null
  if (config.metrics) {
    // Loaded only where they are asked for.
    const { serveMetrics } = await import('./metrics/index.ts')
    const measured = { server, implementations, db, files, verifyKey, lastUsed, dataDir, version, isReady }
    const served = await serveMetrics(config.metrics, measured)
    opened.defer(() => served.close())
    metrics = served.address
  }
  const address = await server.listen({ host: config.host, port: config.port })
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

/** Of nodes that start together, one makes the owner. */
function unlessSetUp(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 'already_set_up')) throw error
}
