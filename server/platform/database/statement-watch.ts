import { Session } from 'node:inspector'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'

/**
 * Cancels statements of the embedded database that run longer than `limit` milliseconds, or up to a quarter more. They
 * fail with 57014, as under PostgreSQL's `statement_timeout`; that setting itself does nothing there, because its timer
 * needs the event loop of the thread that the statement keeps busy.
 *
 * @param running the request that is running, 0 for none
 * @returns what stops watching
 */
export function watchStatements(worker: Worker, running: Int32Array, limit: number): () => void {
  let request = 0
  let since = 0
  let cancelling = false
  const timer = setInterval(async () => {
    const now = performance.now()
    const current = Atomics.load(running, 0)
    if (current !== request) {
      request = current
      since = now
    }
    if (request === 0 || now - since < limit || cancelling) return
    cancelling = true
    await evaluateInThreads(`globalThis.cancelRequest?.(${worker.threadId}, ${request})`)
    cancelling = false
  }, limit / 8)
  timer.unref()
  return () => clearInterval(timer)
}

/** Milliseconds for other threads to answer; one that is idle does so at once, a busy one in the midst of its work. */
const patience = 1_000

/**
 * Runs an expression in this process's other threads, even while they are busy: an inspector can do that, a message
 * cannot. The session stays inside the process; no port is opened.
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
