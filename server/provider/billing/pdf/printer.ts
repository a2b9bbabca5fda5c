import { fileURLToPath } from 'node:url'
import type { Task } from '#engines/invoicing/pdf'
import { busy, cpuOfProcess, createTurns, isMemoryScarce, limitWork, type Turn, totalMemory } from '#platform'
import { Child } from '#processes'
import type { Answer } from './process/messages.ts'

const program = new URL('./process/main.ts', import.meta.url)
const megabyte = 2 ** 20

export const usualLimits = {
  /** A document that takes more milliseconds of CPU time is refused, and ends the process. */
  taskMs: 30_000,
  /** How long the process is kept for the next document. */
  idleMs: 30_000,
  mostWaiting: 50,
  /** The most memory of the whole process, in bytes, and its most CPU time. */
  memory: Math.min(400 * megabyte, 0.75 * totalMemory()),
  processSeconds: 300,
  /** After so many documents, or with so much memory of its own in bytes, the next one has a new process. */
  documents: 100,
  ownMemory: (isMemoryScarce() ? 42 : 120) * megabyte,
}

/** Creates PDFs one at a time in a separate process, which starts on demand, and ends when idle for a while. */
export function createPrinter(limits = usualLimits) {
  const inTurn = createTurns(limits.mostWaiting)
  let child: Child | undefined
  let printed = 0
  let idle: NodeJS.Timeout | undefined

  return {
    /**
     * Creates a PDF.
     * @throws Refusal `busy` if too many others are waiting, if this one takes too long or too much memory, or if its process was
     * ended
     */
    print: (task: Task, turn?: Turn): Promise<Buffer> => inTurn(() => create(task), turn),
    /** Returns the id of the process, unless it has ended. */
    processId: (): number | undefined => (child?.usable ? child.pid : undefined),
  }

  async function create(task: Task): Promise<Buffer> {
    clearTimeout(idle)
    const own = child?.usable ? child : start()
    own.work()
    const endLimit = limitWork(cpuOfProcess(own.pid), limits.taskMs, () => void own.end())
    try {
      await own.send(task)
      const next = await own.next()
      if (next === 'failed') throw new Error('The process that creates PDFs failed.')
      // It was too slow or too large, or the system ended it because memory was short.
      if (typeof next === 'string') throw busy()
      const answer = next.head as Answer
      printed++
      if (printed >= limits.documents || answer.memory > limits.ownMemory) void own.end()
      if (answer.answer === 'failed') throw new Error(answer.message)
      return next.body
    } finally {
      endLimit()
      own.rest()
      idle = setTimeout(() => void child?.end(), limits.idleMs).unref()
    }
  }

  function start(): Child {
    printed = 0
    child = new Child(program, {
      memory: limits.memory,
      watchedBy: { kernelAfterSeconds: limits.processSeconds },
      heapMegabytes: 128,
      flags: ['--allow-addons', '--v8-pool-size=0', ...(isMemoryScarce() ? ['--optimize-for-size'] : [])],
      env: {
        FONTCONFIG_FILE: fileURLToPath(
          new URL('../../../../engines/invoicing/pdf/templates/fonts.conf', import.meta.url),
        ),
        RAYON_NUM_THREADS: '1',
        UV_THREADPOOL_SIZE: '1',
      },
    })
    return child
  }
}

/** Creates the documents of this node. */
export const { print } = createPrinter()
