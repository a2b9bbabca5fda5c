import { idleThread } from '#platform'
import type { Invoice } from '../invoice.ts'
import type { Seller } from '../seller.ts'
import { toPrinted } from './printed.ts'
import type { Done, Task } from './worker.ts'

const perform = idleThread<Task, Done>(new URL('./worker.ts', import.meta.url), {
  timeLimitMs: 30_000,
  idleLimitMs: 60_000,
  mostWaiting: 50,
  heapMegabytes: 512,
})

/**
 * Creates a PDF of an invoice in a thread, because two hundred lines of Chinese take most of a second.
 * @throws Refusal `busy` if fifty others are waiting, or if this one takes longer than half a minute
 */
export async function renderInvoice(invoice: Invoice, seller: Seller): Promise<Buffer> {
  const done = await perform({ invoice: toPrinted(invoice), seller })
  if ('error' in done) throw done.error
  return Buffer.from(done.pdf)
}
