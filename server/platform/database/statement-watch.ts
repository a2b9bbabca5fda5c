import { Session } from 'node:inspector'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { type CpuClock, cpuOfThread } from '../work-limit.ts'

/**
 * Cancels statements of the embedded database that take more than `limit` milliseconds of CPU time (up to a quarter more). They
 * fail with 57014, as with PostgreSQL's `statement_timeout`. That setting has no effect there, because its timer needs the
 * event loop of the thread that the statement blocks.
 *
 * @param running the number of the running request, 0 for none
 * @param clock counts milliseconds
 * @returns the function that stops watching
 */
export function watchStatements(
  worker: Worker,
  running: Int32Array,
  limit: number,
  clock: CpuClock = cpuOfThread(worker),
): () => void {
  let request = 0
  let since = 0
  let isLooking = false
  const timer = setInterval(look, Math.min(limit / 8, longestInterval))
  async function look(): Promise<void> {
    const current = Atomics.load(running, 0)
    if (current === 0 || isLooking) return
    isLooking = true
    const now = await clock()
    if (current !== request) {
      request = current
      since = now
    } else if (now - since >= limit)
      await evaluateInThreads(`globalThis.cancelRequest?.(${worker.threadId}, ${request})`)
    isLooking = false
  }
  timer.unref()
  return () => clearInterval(timer)
}

/** In milliseconds; `setInterval` takes no more. */
const longestInterval = 2 ** 31 - 1

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
