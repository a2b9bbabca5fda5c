import { setTimeout as wait } from 'node:timers/promises'
import {
  apiKeyEmails,
  createApiKeyOperations,
  createAuthenticate,
  createKeyUsage,
  createLimitKeys,
  createReminders,
  createRevokeKeysOf,
  createRightsOf,
  createVerifyKey,
  expireKeyUsage,
  homeOfKeys,
  limitLifetimes,
  searchableKeys,
} from '#api-keys'
import { auditOperations, createSealJob, keepSealed } from '#audit'
import { createBackups } from '#backups'
import { type Config, ConfigError } from '#config'
import type { Database } from '#database'
import { createFiles, openStorage } from '#files'
import {
  createAuth,
  createGrantOperations,
  createIdentityOperations,
  expireSessions,
  hasOwner,
  homeOfIdentity,
  identityEmails,
  makeOwner,
  searchableUsers,
} from '#identity'
import { createInsights, homeOfInsights, insightsEmails, searchableInsights } from '#insights'
import { createMail } from '#mail'
import {
  createLog,
  createServer,
  expireIdempotencyRecords,
  holdPort,
  Refusal,
  startJobs,
  vacuumEmbedded,
} from '#platform'
import { createAccessLog, createProvider, homeOfProvider, searchableOfProvider } from '#provider'
import { createHome } from './front/home.ts'
import { addMcp } from './front/mcp/index.ts'
import { addPages } from './front/pages.ts'
import { addReference } from './front/reference.ts'
import { createSearch } from './front/search.ts'
import { openData } from './operating/open-data.ts'
import { createProbe, createServiceOperations, inTime } from './operating/service.ts'
import { homeOfNodes, joinNodes } from './start/running-nodes.ts'
import { setupCodeOf } from './start/secret.ts'
import { version } from './start/version.ts'

export interface App {
  /** The address it listens on, such as `http://127.0.0.1:3000`. */
  address: string
  /** The address of its metrics, or null if they are disabled. */
  metrics: string | null
  db: Database
  /** Whether there is no owner yet, and the setup code; null if none is required. */
  setup: { needed: boolean; code: string | null }
  /** Does from now on what happens by the clock, and neither by calls nor by jobs: it seals the audit log every second. */
  startClock(): void
  /**
   * Stops without dropping calls. For `drainMs` it reports not ready, so that load balancers use other nodes. Then it
   * stops listening, answers open calls, writes key usage and the access log, stops jobs and closes the database. 0 means that nobody calls any
   * more.
   */
  stop(drainMs?: number): Promise<void>
}

/**
 * Starts a node. This file is the one list of modules, operations, jobs and pages.
 * @throws ConfigError, ListenError, or what `openData` throws
 */
export async function startApp(config: Config): Promise<App> {
  let state: 'starting' | 'ready' | 'draining' = 'starting'
  // Closed in reverse order, at the end or if the start fails.
  await using opened = new AsyncDisposableStack()
  const port = opened.use(await holdPort(config.listen))
  const metricsPort = config.metrics && opened.use(await holdPort(config.metrics))
  const node = await openNode(config, opened)
  const { db, files, membership } = node
  const databaseAnswers = createProbe(db)
  const readiness = async () => {
    if (state !== 'ready' || !(await databaseAnswers())) return { ready: false }
    const reason = membership.problem() ?? (await inTime(files.problem()))
    if (reason === undefined) return { ready: false, reason: 'The file storage does not respond.' }
    return reason === null ? { ready: true } : { ready: false, reason }
  }
  const operations = [
    ...createServiceOperations(readiness, databaseAnswers),
    ...(await startModules(config, node, opened)),
  ]
  const implementations = [...operations, ...createGrantOperations(operations)]
  const pipeline = pipelineOf(config, node)
  const { trustedProxies } = config
  const server = createServer({ ...pipeline, log: node.log, implementations, trustedProxies })
  let clients: 'go on' | 'are done' = 'go on'
  opened.defer(() => server.end(clients))
  addMcp(server, implementations, pipeline, version)
  await addPages(server, node.auth.hasSessionCookie)
  await addReference(server, config.baseUrl, pipeline.authenticate)
  let metrics: string | null = null
  if (metricsPort) {
    // Loaded only if enabled.
    const { serveMetrics } = await import('./operating/metrics/index.ts')
    const measured = { ...node, server, implementations, version, readiness, databaseAnswers }
    const served = await metricsPort.handOver((address) => serveMetrics(address, measured))
    opened.defer(() => served.close())
    metrics = served.address
  }
  await server.ready()
  const address = await port.handOver((address) => server.listen(address))
  const setup = { needed: !(await hasOwner(db.reader)), code: node.setupCodes?.[0] ?? null }
  state = 'ready'

  const running = opened.move()
  return {
    address,
    metrics,
    db,
    setup,
    startClock: () => running.defer(keepSealed(db, node.secrets.newest, node.log)),
    async stop(drainMs = 1000) {
      state = 'draining'
      if (drainMs === 0) clients = 'are done'
      await wait(drainMs)
      await running.disposeAsync()
    },
  }
}

type Node = Awaited<ReturnType<typeof openNode>>

/** Opens what the modules share: database, files, accounts, and what is counted about calls. */
async function openNode(config: Config, opened: AsyncDisposableStack) {
  const { dataDir, baseUrl, secrets: settings } = config
  const log = createLog(config.logLevel)
  const { db, secrets } = await openData(config, {
    mayCreate: true,
    mayMigrate: true,
    tell: (sentence) => log.warn(sentence),
  })
  opened.defer(() => db.close())
  db.limitStatements(30_000)
  const membership = await joinNodes(db, secrets, log)
  opened.defer(() => membership.leave())
  const setupCodes = config.onLoopback ? null : secrets.all.map(setupCodeOf)
  const auth = createAuth({ db, secrets, baseUrl })
  if (settings.owner && !(await hasOwner(db.reader)))
    await makeOwner(db, auth, settings.owner).catch(unlessSetUp)

  const keyUsage = createKeyUsage(db, log)
  opened.defer(() => keyUsage.stop())
  const accessLog = createAccessLog(db, log)
  opened.defer(() => accessLog.stop())
  const files = createFiles(openStorage({ db, dataDir, configured: config.files, mayClaim: true }), log)
  // If they cannot be used, the node is not ready, and looks again whenever it is asked.
  await inTime(files.problem())
  const verifyKey = createVerifyKey(db)
  const makesBackups = config.backups !== null
  const counted = { keyUsage, accessLog, files, verifyKey }
  return { log, db, secrets, membership, setupCodes, auth, ...counted, dataDir, makesBackups }
}

/** Starts the modules and their jobs. Returns their operations. */
async function startModules(config: Config, node: Node, opened: AsyncDisposableStack) {
  const { maxUploadBytes, baseUrl, dataDir, secrets: settings } = config
  const { log, db, secrets, setupCodes, auth, files } = node
  const emails = [...identityEmails, ...apiKeyEmails, ...insightsEmails]
  const mail = settings.mail && createMail({ smtp: settings.mail, baseUrl, secrets, emails })
  const queueEmail = mail?.queueEmail ?? null
  const { model } = settings
  const insights = createInsights({ files, maxUploadBytes, model, baseUrl, queueEmail, log })
  opened.defer(() => insights.stop())
  const provider = createProvider(files)
  const backups = createBackups({
    plan: config.backups,
    files,
    filesAddress: config.files,
    dataDir,
    databaseUrl: settings.databaseUrl,
    secretIds: secrets.ids,
    version,
  })
  const jobs = await startJobs(
    [
      createSealJob(secrets.newest),
      expireIdempotencyRecords,
      expireSessions,
      expireKeyUsage,
      vacuumEmbedded,
      ...insights.jobs,
      ...provider.jobs,
      ...backups.jobs,
      ...(mail ? [mail.job] : []),
      createReminders(queueEmail),
      limitLifetimes,
    ],
    { db, log },
  )
  mail?.sendBy(jobs)
  opened.defer(() => jobs.stop())
  opened.defer(await backups.start(db, jobs, log))
  const revokeKeysOf = createRevokeKeysOf(queueEmail)
  const limitKeys = createLimitKeys(jobs)
  const { identityProvider } = settings
  const ofIdentity = {
    auth,
    secrets,
    baseUrl,
    setupCodes,
    identityProvider,
    queueEmail,
    revokeKeysOf,
    limitKeys,
    log,
  }
  return [
    ...createIdentityOperations(ofIdentity),
    ...createApiKeyOperations(queueEmail),
    ...auditOperations,
    ...insights.createOperations(jobs),
    ...provider.createOperations(jobs, backups.noteErasures(jobs)),
    ...backups.createOperations(jobs),
    createHome([homeOfIdentity, homeOfInsights, ...homeOfProvider, homeOfKeys, homeOfNodes]),
    createSearch([...searchableOfProvider, ...searchableInsights, searchableUsers, searchableKeys]),
  ]
}

/** Returns what every call goes through. */
function pipelineOf({ maxUploadBytes, baseUrl }: Config, node: Node) {
  const { db, files, auth, verifyKey, keyUsage, accessLog } = node
  return {
    db,
    files,
    maxUploadBytes,
    baseUrl,
    authenticate: createAuthenticate(verifyKey, keyUsage, auth, db.reader),
    rightsOf: createRightsOf(db.reader),
    noteRead: accessLog.noteRead,
  }
}

/** When nodes start simultaneously, only one creates the owner. @throws ConfigError for a weak password */
function unlessSetUp(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
  if (error.code === 'validation_failed') throw new ConfigError(`OWNER_PASSWORD: ${error.message}`)
  if (error.code !== 'already_set_up') throw error
}
