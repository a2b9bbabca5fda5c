import { Worker } from 'node:worker_threads'
import { busy } from './refusal.ts'
import { createTurns, type Turn } from './turns.ts'
import { cpuOfThread, limitWork } from './work-limit.ts'

interface Limits {
  /** A task that takes more milliseconds of CPU time is refused, and ends the thread. Unlimited by default. */
  taskMs?: number
  /** How long the thread is kept for the next task, with what it has loaded. For good by default. */
  idleMs?: number
  heapMegabytes: number
  /** How many tasks may wait, in each line. */
  mostWaiting: number
}

/**
 * Runs tasks one at a time in a thread of their own, which starts when first needed. It ends when idle, which frees its memory. The
 * module at `url` answers each message with `{ done }` or `{ error }`.
 * @throws Refusal `busy` if too many others are waiting, or if a task takes too long
 */
export function createThread<Task, Done>(url: URL, limits: Limits) {
  const inTurn = createTurns(limits.mostWaiting)
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  return (task: Task, turn?: Turn): Promise<Done> => inTurn(() => perform(task), turn)

  async function perform(task: Task): Promise<Done> {
    clearTimeout(idle)
    const own = worker ?? start()
    const { promise, resolve, reject } = Promise.withResolvers<{ done: Done } | { error: Error }>()
    const { taskMs, idleMs } = limits
    const endLimit =
      taskMs === undefined ? () => {} : limitWork(cpuOfThread(own), taskMs, () => reject(busy()))
    own.ref()
    own.on('message', resolve).on('error', reject)
    own.postMessage(task)
    try {
      const answer = await promise
      if ('error' in answer) throw answer.error
      return answer.done
    } catch (error) {
      end()
      throw error
    } finally {
      endLimit()
      own.off('message', resolve).off('error', reject)
      // An idle thread must not keep the process alive.
      own.unref()
      if (idleMs !== undefined) idle = setTimeout(end, idleMs).unref()
    }
  }
  function start(): Worker {
    const started = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes } })
    // Without a listener, an error between two tasks would end the process.
    started.on('error', () => {
      if (worker === started) worker = undefined
    })
    worker = started
    return started
  }

  /** Ends the thread; the next task starts a new one. */
  function end(): void {
    void worker?.terminate()
    worker = undefined
  }
}
