import { parentPort } from 'node:worker_threads'
import type { Seller } from '../seller.ts'
import { makePdf } from './make-pdf.ts'
import type { PrintedInvoice } from './printed.ts'

export interface Task {
  invoice: PrintedInvoice
  seller: Seller
}

// The main thread sends the next task only after the answer to this one.
parentPort?.on('message', async ({ invoice, seller }: Task) => {
  try {
    const done = new Uint8Array(await makePdf(invoice, seller))
    parentPort?.postMessage({ done }, [done.buffer])
  } catch (error) {
    parentPort?.postMessage({ error })
  }
})
