import { rm } from 'node:fs/promises'
import { type NodeProcess, startNodeProcess, testPassword } from '#testing'
import { type ObjectStorage, startObjectStorage } from '../../server/platform/files/testing/object-storage.ts'
import { newDataDir } from '../../server/testing/data-dir.ts'
import { startPgbouncer } from '../../server/testing/pgbouncer.ts'
import type { PostgresServer } from '../../server/testing/postgres.ts'
import { startProxy, type Proxy as TcpProxy } from '../../server/testing/proxy.ts'
import { openPostgres } from '../postgres.ts'

const nodeCount = 2
const hostname = '127.0.0.1'
/** Fewer than the nodes ask for, so that a transaction of a node runs in whichever session is free. */
const poolSize = 10

export const ownerEmail = 'owner@aerie.test'

/** A node behind a proxy, whose address stays the same when the node is started again. */
export interface Node {
  url: string
  proxy: TcpProxy
  process: NodeProcess
}

/** Nodes that share only an object store and PostgreSQL with a synchronous standby, behind PgBouncer. */
export interface Installation extends AsyncDisposable {
  nodes: Node[]
  primary: PostgresServer
  standby: PostgresServer
  /** Between PgBouncer and PostgreSQL. */
  database: TcpProxy
  /** Between the nodes and PgBouncer. */
  pooler: TcpProxy
  storage: ObjectStorage
  /** Sentences about what must not happen, such as a node that ends by itself. */
  failures: string[]
  /** Leads to the primary or, in its absence, to the standby, and ends all connections to the other one. */
  failOverTo(server: PostgresServer): void
  /** Kills a node, and starts it again. */
  kill(node: Node, whileDown: () => Promise<void>): Promise<void>
  /** Ends PgBouncer, and starts it again. */
  restartPooler(): Promise<void>
}

export async function startInstallation(): Promise<Installation> {
  const opened = new AsyncDisposableStack()
  try {
    return await startIn(opened)
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

async function startIn(opened: AsyncDisposableStack): Promise<Installation> {
  const addressOf = ({ port }: { port: number }) => ({ hostname, port })
  const primary = opened.use(await openPostgres())
  const standby = await primary.startStandby()
  opened.defer(() => standby.stop())
  const database = await startProxy(addressOf(primary))
  opened.defer(() => database.stop())
  const throughProxy = new URL(await primary.createDatabase())
  throughProxy.port = String(database.port)

  const startPooler = () => startPgbouncer(throughProxy.href, { poolSize })
  let pgbouncer = await startPooler()
  opened.defer(() => pgbouncer.stop())
  const pooler = await startProxy(addressOf(pgbouncer))
  opened.defer(() => pooler.stop())
  const pooled = new URL(throughProxy)
  pooled.port = String(pooler.port)

  const storage = await startObjectStorage()
  opened.defer(() => storage.stop())
  const dataDir = await newDataDir(pooled.href)
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const settings = {
    DATABASE_URL: `${pooled}?pgbouncer=true`,
    DATABASE_POOL: '6',
    DATA_DIR: dataDir,
    FILES: storage.address('histories'),
    AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID ?? '',
    AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY ?? '',
    LOG_LEVEL: 'warn',
  }
  const owner = { OWNER_EMAIL: ownerEmail, OWNER_PASSWORD: testPassword }
  const failures: string[] = []
  const killed = new Set<NodeProcess>()
  const startNode = async (more: Record<string, string> = {}): Promise<NodeProcess> => {
    const process = await startNodeProcess({ ...settings, ...more })
    void process.ended.then((code) => {
      if (!killed.has(process)) failures.push(`A node ended with ${code}:\n${process.output().slice(-2000)}`)
    })
    return process
  }
  const end = (process: NodeProcess) => {
    killed.add(process)
    return process.remove()
  }
  const portOf = ({ url }: NodeProcess) => ({ port: Number(new URL(url).port) })
  const starts = Array.from({ length: nodeCount }, async (_, n): Promise<Node> => {
    const process = await startNode(n === 0 ? owner : {})
    const proxy = await startProxy(addressOf(portOf(process)))
    const node = { url: `http://${hostname}:${proxy.port}`, proxy, process }
    opened.defer(() => end(node.process))
    opened.defer(() => proxy.stop())
    return node
  })
  const nodes = await Promise.all(starts)

  return {
    nodes,
    primary,
    standby,
    database,
    pooler,
    storage,
    failures,
    failOverTo(server) {
      database.leadTo(addressOf(server))
      database.cut()
    },
    async kill(node, whileDown) {
      await end(node.process)
      await whileDown()
      node.process = await startNode()
      node.proxy.leadTo(addressOf(portOf(node.process)))
    },
    async restartPooler() {
      await pgbouncer.stop()
      pgbouncer = await startPooler()
      pooler.leadTo(addressOf(pgbouncer))
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
