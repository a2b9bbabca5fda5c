import { Worker } from 'node:worker_threads'
import type { Invoice } from '#contract'
import { busy } from '#platform'
import type { Seller } from '../seller.ts'
import type { Done, Task } from './worker.ts'

const oneTakesAtMostMs = 30_000
const idleForMs = 60_000
const waitAtMost = 50
const heapMegabytes = 512

let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * The invoice as a PDF. Two hundred lines of Chinese take most of a second, so the work is done in a thread of its own,
 * one after the other, and other calls are answered meanwhile. The thread starts, and loads its libraries and fonts, when
 * first needed, and ends after a minute without work.
 * @throws Refusal `busy` where fifty others wait, or where this takes longer than half a minute.
 */
export async function renderInvoice(invoice: Invoice, seller: Seller): Promise<Buffer> {
  if (waiting >= waitAtMost) throw busy()
  waiting++
  const turn = last.then(() => perform({ invoice, seller }))
  last = turn.catch(() => {})
  try {
    return await turn
  } finally {
    waiting--
  }
}

async function perform(task: Task): Promise<Buffer> {
  clearTimeout(idle)
  const own = worker ?? start()
  const { promise, resolve, reject } = Promise.withResolvers<Done>()
  const late = setTimeout(() => reject(busy()), oneTakesAtMostMs)
  own.ref()
  own.on('message', resolve).on('error', reject)
  own.postMessage(task)
  try {
    const done = await promise
    if ('error' in done) throw done.error
    return Buffer.from(done.pdf)
  } catch (error) {
    end()
    throw error
  } finally {
    clearTimeout(late)
    own.off('message', resolve).off('error', reject)
    // An idle thread keeps no process alive.
    own.unref()
    idle = setTimeout(end, idleForMs).unref()
  }
}

function start(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  // Without a listener, a thread that fails between two tasks would end the process.
  started.on('error', () => {
    if (worker === started) worker = undefined
  })
  worker = started
  return started
}

/** The next task finds a new thread. */
function end(): void {
  void worker?.terminate()
  worker = undefined
}
