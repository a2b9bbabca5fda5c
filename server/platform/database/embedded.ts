import path from 'node:path'
import type { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { EmbeddedStream } from './embedded-stream.ts'
import { createCluster } from './embedded-template.ts'
import type { Command, EmbeddedWorkerData, Report } from './embedded-worker.ts'
import { takeFolder } from './folder-lock.ts'
import { writeManifest } from './folder-manifest.ts'
import { beginFolder, clusterIn, IncompleteFolderError, stateOfFolder } from './folder-state.ts'
import { watchStatements } from './statement-watch.ts'

export interface EmbeddedDatabase {
  /** Opens a connection, for `pg`'s option `stream`. A second connection waits until the first is closed. */
  stream: () => Duplex
  /** Changes `statementTimeout`. */
  limitStatements(ms: number): void
  /**
   * Waits for the running statement, cancels it after 4 s, syncs everything to the disk, and lists its files.
   * @param note for `noteIn`
   */
  close(note?: string[]): Promise<void>
  /** Rejects when the database crashes. Acknowledged data is safe, but this process cannot continue. */
  failed: Promise<never>
}

/** Milliseconds for the running statement when the database is closed. */
const closingGrace = 4_000

/**
 * Opens the database in `folder`, and creates it if there is none. It is PostgreSQL compiled to WebAssembly, in its own
 * thread so that slow statements block nothing else. The process locks the folder until `close`. A folder can be copied
 * while its database is closed.
 *
 * PostgreSQL ignores settings in the connection's first message (`options`, `statement_timeout`).
 *
 * @param statementTimeout milliseconds of CPU time after which a statement is canceled with 57014 (query_canceled)
 * @throws FolderInUseError if another process has it open, or IncompleteFolderError if it is neither new nor complete
 */
export async function openEmbedded(
  folder: string,
  { statementTimeout = 30_000 }: { statementTimeout?: number } = {},
): Promise<EmbeddedDatabase> {
  // Looks first, because the lock changes the folder.
  if (stateOfFolder(folder) === 'new') beginFolder(folder)
  const release = takeFolder(folder)
  try {
    // Another process may have created the database, or removed it, meanwhile.
    if (stateOfFolder(folder) !== 'complete') await createCluster(folder)
    return await start(clusterIn(folder), statementTimeout, release)
  } catch (error) {
    release()
    throw error
  }
}

async function start(
  cluster: string,
  statementTimeout: number,
  release: () => void,
): Promise<EmbeddedDatabase> {
  const running = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    name: 'database',
    // PostgreSQL guards its own stack, but its JSON parser recurses on this one. With the default of 4 MB, 100,000 opening
    // brackets crash the database. Only used stack takes memory.
    resourceLimits: { stackSizeMb: 256 },
    workerData: { cluster, running } satisfies EmbeddedWorkerData,
  })
  const send = (command: Command, ports: MessagePort[] = []) => worker.postMessage(command, ports)

  const failed = failureOf(worker)
  let ended = false
  failed.catch(() => {
    ended = true
  })
  await Promise.race([reported(worker, 'ready'), failed]).catch((error: Error) => {
    throw new IncompleteFolderError(
      path.dirname(cluster),
      `its database cannot be opened. ${error.message}`,
      {
        cause: error,
      },
    )
  })
  // Only connections in use keep the process alive.
  worker.unref()
  let unwatch = watchStatements(worker, running, statementTimeout)

  let closing: Promise<void> | undefined
  async function close(note: string[]): Promise<void> {
    worker.ref()
    unwatch()
    const hurry = watchStatements(worker, running, closingGrace, async () => performance.now())
    const closed = reported(worker, 'closed')
    send('close')
    await Promise.race([closed, failed.catch(() => {})])
    hurry()
    await worker.terminate()
    try {
      if (!ended) writeManifest(cluster, note)
    } catch {
      // On a full disk, the database is closed as well, and the next start compares nothing.
    }
    release()
  }

  return {
    stream() {
      const { port1, port2 } = new MessageChannel()
      if (closing || ended) port2.close()
      else send({ connect: port2 }, [port2])
      return new EmbeddedStream(port1, failed)
    },
    limitStatements(ms) {
      unwatch()
      unwatch = watchStatements(worker, running, ms)
    },
    close(note = []) {
      closing ??= close(note)
      return closing
    },
    failed,
  }
}

function reported(worker: Worker, expected: Report): Promise<void> {
  return new Promise((resolve) => {
    worker.on('message', (report: Report) => {
      if (report === expected) resolve()
    })
  })
}

function failureOf(worker: Worker): Promise<never> {
  return new Promise((_, reject) => {
    let closed = false
    worker.on('message', (report: Report) => {
      if (report === 'closed') closed = true
      if (report instanceof Object && 'failed' in report) reject(report.failed)
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      if (!closed) reject(new Error('The thread of the embedded database ended unexpectedly.'))
    })
  })
}
