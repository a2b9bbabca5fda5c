import { Worker } from 'node:worker_threads'
import { busy } from '#platform'
import type { Invoice } from '../invoice.ts'
import type { Seller } from '../seller.ts'
import { toPrinted } from './printed.ts'
import type { Done, Task } from './worker.ts'

const timeLimitMs = 30_000
const idleLimitMs = 60_000
const mostWaiting = 50
const heapMegabytes = 512

let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Creates a PDF of an invoice. Two hundred lines of Chinese take most of a second, so a separate thread creates one PDF
 * at a time while the server answers other calls. The thread starts when first needed and ends after an idle minute.
 * @throws Refusal `busy` if fifty others are waiting, or if this one takes longer than half a minute
 */
export async function renderInvoice(invoice: Invoice, seller: Seller): Promise<Buffer> {
  if (waiting >= mostWaiting) throw busy()
  waiting++
  const turn = last.then(() => perform({ invoice: toPrinted(invoice), seller }))
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
  const late = setTimeout(() => reject(busy()), timeLimitMs)
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
    // An idle thread must not keep the process alive.
    own.unref()
    idle = setTimeout(end, idleLimitMs).unref()
  }
}

function start(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
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
