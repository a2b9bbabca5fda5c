import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openCluster } from './embedded-cluster.ts'
import { lendSession } from './embedded-session.ts'

/** What this thread is started with. */
export interface EmbeddedWorkerData {
  /** The folder PostgreSQL keeps its files in. */
  cluster: string
  /** One number both threads see: which request is running, 0 for none. */
  running: Int32Array<SharedArrayBuffer>
}

/** What the main thread says to this one: serve a connection, or close the database. */
export type Command = { connect: MessagePort } | 'close'

/** What this thread says to the main one. After `failed` and `closed` it ends. */
export type Report = 'ready' | 'closed' | { failed: Error }

const { cluster, running } = workerData as EmbeddedWorkerData
const report = (what: Report) => parentPort?.postMessage(what)

/** The line of PostgreSQL's log that says why it ended. The others may tell what people entered. */
let lastWords = ''
const log = (line: string) => {
  if (/ (FATAL|PANIC): /.test(line)) lastWords = ` ${line.slice(0, 300)}`
}

/** Ends at once, acknowledging nothing more: the next start recovers all that was acknowledged. */
function fail(reason: unknown): never {
  const cause = reason instanceof Error ? reason : new Error(String(reason))
  report({ failed: new Error(`The embedded database stopped.${lastWords}`, { cause }) })
  process.exit(1)
}

const database = await openCluster(cluster, log).catch(fail)
const session = lendSession(database, running, fail)

parentPort?.on('message', async (command: Command) => {
  if (command !== 'close') return session.connect(command.connect)
  session.end()
  await database.close()
  report('closed')
  process.exit()
})
report('ready')
