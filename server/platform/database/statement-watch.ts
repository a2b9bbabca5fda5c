import { Session } from 'node:inspector'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'

/**
 * Cancels statements of the embedded database that run longer than `limit` milliseconds (up to a quarter longer). They
 * fail with 57014, as with PostgreSQL's `statement_timeout`. That setting has no effect there, because its timer needs the
 * event loop of the thread that the statement blocks.
 *
 * @param running the number of the running request, 0 for none
 * @returns the function that stops watching
 */
export function watchStatements(worker: Worker, running: Int32Array, limit: number): () => void {
  let request = 0
  let since = 0
  let canceling = false
  const timer = setInterval(async () => {
    const now = performance.now()
    const current = Atomics.load(running, 0)
    if (current !== request) {
      request = current
      since = now
    }
    if (request === 0 || now - since < limit || canceling) return
    canceling = true
    await evaluateInThreads(`globalThis.cancelRequest?.(${worker.threadId}, ${request})`)
    canceling = false
  }, limit / 8)
  timer.unref()
  return () => clearInterval(timer)
}

/** Milliseconds for other threads to respond. */
const patience = 1_000

/**
 * Runs an expression in this process's other threads, even while they are busy, which a message could not. The inspector
 * session stays inside the process and opens no port.
 */
async function evaluateInThreads(expression: string): Promise<void> {
  const session = new Session()
  session.connect()
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId } }) => {
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } })
    session.post('NodeWorker.sendMessageToWorker', { sessionId, message })
  })
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  await sleep(patience, undefined, { ref: false })
  session.disconnect()
}
