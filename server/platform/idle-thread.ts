import { Worker } from 'node:worker_threads'
import { busy } from './database/retrying.ts'

interface ThreadOptions {
  timeLimitMs: number
  /** How long it is kept for the next task. */
  idleLimitMs: number
  mostWaiting: number
  heapMegabytes: number
}

/**
 * Returns a function that sends a task to a thread of its own and returns the answer, one at a time, so that slow work
 * does not hold up the server. The thread starts when first needed and ends when idle, which frees its memory. It posts
 * one message for each that it gets.
 *
 * The function throws Refusal `busy` if too many tasks wait or this one takes too long.
 */
export function idleThread<Task, Answer>(
  file: URL,
  { timeLimitMs, idleLimitMs, mostWaiting, heapMegabytes }: ThreadOptions,
): (task: Task) => Promise<Answer> {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  return async (task) => {
    if (waiting >= mostWaiting) throw busy()
    waiting++
    const turn = last.then(() => perform(task))
    last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      waiting--
    }
  }

  async function perform(task: Task): Promise<Answer> {
    clearTimeout(idle)
    const own = worker ?? start()
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const late = setTimeout(() => reject(busy()), timeLimitMs)
    own.ref()
    own.on('message', resolve).on('error', reject)
    own.postMessage(task)
    try {
      return await promise
    } catch (error) {
      end()
      throw error
    } finally {
      clearTimeout(late)
      own.off('message', resolve).off('error', reject)
      // An idle thread must not keep the process alive.
      own.unref()
      idle = setTimeout(end, idleLimitMs).unref()
    }
  }

  function start(): Worker {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } })
    // Without a listener, an error between two tasks would end the process.
    started.on('error', () => {
      if (worker === started) worker = undefined
    })
    worker = started
    return started
  }

  /** The next task starts a new thread. */
  function end(): void {
    void worker?.terminate()
    worker = undefined
  }
}
