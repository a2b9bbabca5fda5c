import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { EmbeddedStream } from './embedded-stream.ts'
import type { Command, EmbeddedWorkerData, Report } from './embedded-worker.ts'
import { takeFolder } from './folder-lock.ts'
import { watchStatements } from './statement-watch.ts'

export interface EmbeddedDatabase {
  /** A connection, for `pg`'s option of this name. There is one session: a second connection waits for the first to close. */
  stream: () => Duplex
  /** Waits for the statement that is running, cancelling it after a few seconds; then everything is on the disk. */
  close(): Promise<void>
  /** Rejects when the database ends by itself. What was acknowledged is safe; this process cannot go on. */
  failed: Promise<never>
}

export interface EmbeddedOptions {
  /** Milliseconds after which a statement is cancelled with 57014 (query_canceled). */
  statementTimeout?: number
}

/** Milliseconds a statement may still take when the database is closing. */
const closingGrace = 4_000

/**
 * Opens the database in `folder`, creating it when there is none: PostgreSQL, compiled to WebAssembly, in a thread of
 * its own so that a slow statement stalls nobody. The folder is this process's alone until `close`. A folder copied
 * while its database was closed opens as well.
 *
 * PostgreSQL reads no settings from this connection's first message (`options`, `statement_timeout`).
 *
 * @throws FolderInUseError when another process has it open
 */
export async function openEmbedded(
  folder: string,
  { statementTimeout = 30_000 }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const release = takeFolder(folder)
  try {
    const cluster = path.join(folder, 'postgres')
    if (!existsSync(cluster)) await create(cluster)
    return await start(cluster, statementTimeout, release)
  } catch (error) {
    release()
    throw error
  }
}

async function create(cluster: string): Promise<void> {
  const worker = new Worker(new URL('./embedded-create-worker.ts', import.meta.url), { workerData: cluster })
  const [code] = await once(worker, 'exit')
  if (code !== 0) throw new Error(`No database could be made in ${cluster}.`)
}

async function start(
  cluster: string,
  statementTimeout: number,
  release: () => void,
): Promise<EmbeddedDatabase> {
  const running = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    name: 'database',
    // PostgreSQL guards its own stack, but its JSON parser's levels lie on this one, where running out is fatal:
    // at the default 4 MB, 100,000 opening brackets end the database. Only what is used takes memory.
    resourceLimits: { stackSizeMb: 256 },
    workerData: { cluster, running } satisfies EmbeddedWorkerData,
  })
  const say = (command: Command, ports: MessagePort[] = []) => worker.postMessage(command, ports)

  const failed = failureOf(worker)
  let ended = false
  failed.catch(() => {
    ended = true
  })
  await Promise.race([reported(worker, 'ready'), failed])
  // An idle database keeps no process alive; a connection in use does.
  worker.unref()
  const unwatch = watchStatements(worker, running, statementTimeout)

  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    worker.ref()
    unwatch()
    const hurry = watchStatements(worker, running, closingGrace)
    const closed = reported(worker, 'closed')
    say('close')
    await Promise.race([closed, failed.catch(() => {})])
    hurry()
    await worker.terminate()
    release()
  }

  return {
    stream() {
      const { port1, port2 } = new MessageChannel()
      if (closing || ended) port2.close()
      else say({ connect: port2 }, [port2])
      return new EmbeddedStream(port1)
    },
    close() {
      closing ??= close()
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
      if (!closed) reject(new Error('The thread of the embedded database ended by itself.'))
    })
  })
}
