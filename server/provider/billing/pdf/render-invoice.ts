import { createThread, type Turn } from '#platform'
import type { Invoice } from '../invoice.ts'
import type { Seller } from '../seller.ts'
import { toPrinted } from './printed.ts'
import type { Task } from './worker.ts'

/** Two hundred lines of Chinese take most of a second, so a thread creates PDFs while the server answers other calls. */
const perform = createThread<Task, Uint8Array>(new URL('./worker.ts', import.meta.url), {
  taskMs: 30_000,
  idleMs: 60_000,
  heapMegabytes: 512,
  mostWaiting: 50,
})

/**
 * Creates a PDF of an invoice.
 * @throws Refusal `busy` if fifty others are waiting, or if this one takes longer than half a minute
 */
export async function renderInvoice(invoice: Invoice, seller: Seller, turn?: Turn): Promise<Buffer> {
  return Buffer.from(await perform({ invoice: toPrinted(invoice), seller }, turn))
}
