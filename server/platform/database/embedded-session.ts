import type { MessagePort } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { endWhenBroken, makeCancellable } from './embedded-postgres.ts'
import { RequestReader } from './embedded-requests.ts'

/** Message types, and the whole of the message Sync. */
const flush = 0x48
const sync = Uint8Array.of(0x53, 0, 0, 0, 4)

/** Resets the session after a connection: a half-sent request, its transaction, settings, statements and locks. */
const reset = [sync, query('ROLLBACK'), query('DISCARD ALL')]

/**
 * A single session has no checkpointer process: without this, PostgreSQL's log and the recovery time would grow until the
 * server stops.
 */
const checkpointWhenDue = query(`DO $$ BEGIN
  IF (SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) FROM pg_control_checkpoint()) > 64 * 1024 * 1024 THEN
    CHECKPOINT;
  END IF;
END $$`)

/** Milliseconds between checks whether a checkpoint is due. */
const checkpointInterval = 10_000

/**
 * Gives the database's only session to one connection at a time. The next one waits until the previous one is closed and
 * the session is reset.
 *
 * @param running the number of the running request for the main thread, 0 for none
 * @param fail called when PostgreSQL crashed; must not return
 */
export function lendSession(
  database: PGlite,
  running: Int32Array<SharedArrayBuffer>,
  fail: (reason: unknown) => never,
) {
  endWhenBroken(database, fail)
  const { forgetCancel } = makeCancellable(database, running)
  const connections: MessagePort[] = []
  let requests = 0
  let betweenRequests = true

  function execute(request: Uint8Array, onRawData: (bytes: Uint8Array) => void): void {
    forgetCancel()
    requests = (requests % 0x7fffffff) + 1
    Atomics.store(running, 0, requests)
    // Async in name only: the request has run when this returns.
    database.execProtocolRawStream(request, { onRawData, syncToFs: false }).catch(fail)
    Atomics.store(running, 0, 0)
    betweenRequests = request.at(-5) !== flush
  }

  function serve(port: MessagePort): void {
    const reader = new RequestReader()
    const answer = new Answer(port)
    port.on('message', (bytes: Uint8Array) => {
      for (const request of reader.read(bytes)) {
        execute(request, (part) => answer.write(part))
        answer.send()
      }
    })
  }

  function undo(): void {
    for (const request of reset) execute(request, () => {})
  }

  const checkpoints = setInterval(() => {
    if (betweenRequests && !database.isInTransaction()) execute(checkpointWhenDue, () => {})
  }, checkpointInterval)

  return {
    connect(port: MessagePort): void {
      port.on('close', () => {
        const at = connections.indexOf(port)
        connections.splice(at, 1)
        if (at !== 0) return
        undo()
        if (connections[0]) serve(connections[0])
      })
      connections.push(port)
      if (connections[0] === port) serve(port)
    },

    end(): void {
      clearInterval(checkpoints)
      for (const port of connections) port.removeAllListeners().close()
      undo()
    },
  }
}

/** The simple Query message. */
function query(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`)
  const message = Buffer.alloc(5 + body.length, 'Q')
  message.writeUInt32BE(4 + body.length, 1)
  body.copy(message, 5)
  return message
}

/** The maximum bytes of a message, unless PostgreSQL writes more in one piece. */
const blockLength = 128 * 1024

/** Collects PostgreSQL's 8 kB pieces into few messages. A large result is sent while it is produced. */
class Answer {
  readonly #port: MessagePort
  #block = new Uint8Array(blockLength)
  #used = 0

  constructor(port: MessagePort) {
    this.#port = port
  }

  /** Copies the bytes, because PostgreSQL reuses its buffer. */
  write(bytes: Uint8Array): void {
    if (this.#used + bytes.length > this.#block.length) this.send()
    if (bytes.length > this.#block.length) {
      this.#port.postMessage(bytes.slice())
      return
    }
    this.#block.set(bytes, this.#used)
    this.#used += bytes.length
  }

  send(): void {
    if (this.#used === 0) return
    this.#port.postMessage(this.#block.slice(0, this.#used))
    this.#used = 0
  }
}
