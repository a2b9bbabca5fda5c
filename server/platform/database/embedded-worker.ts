import { inspect } from 'node:util'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openCluster } from './embedded-cluster.ts'
import { lendSession } from './embedded-session.ts'

/** What this thread is started with. */
export interface EmbeddedWorkerData {
  /** The folder PostgreSQL keeps its files in. */
  cluster: string
  /** The number of the running request, shared by both threads; 0 for none. */
  running: Int32Array<SharedArrayBuffer>
}

/** Messages from the main thread: serve a connection, or close the database. */
export type Command = { connect: MessagePort } | 'close'

/** Messages to the main thread. After `failed` and `closed` this thread ends. */
export type Report = 'ready' | 'closed' | { failed: Error }

const { cluster, running } = workerData as EmbeddedWorkerData
const report = (what: Report) => parentPort?.postMessage(what)

/** The line of PostgreSQL's log with the reason why it ended. Other lines may contain user input. */
let lastWords = ''
const log = (line: string) => {
  if (/ (FATAL|PANIC): /.test(line)) lastWords = ` ${line.slice(0, 300)}`
}

/** Ends immediately without acknowledging anything more. The next start recovers everything acknowledged. */
function fail(reason: unknown): never {
  const cause = reason instanceof Error ? reason : new Error(inspect(reason))
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
