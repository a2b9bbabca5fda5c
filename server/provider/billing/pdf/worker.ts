import { parentPort } from 'node:worker_threads'
import type { Seller } from '../seller.ts'
import { makePdf } from './make-pdf.ts'
import type { PrintedInvoice } from './printed.ts'

export interface Task {
  invoice: PrintedInvoice
  seller: Seller
}

export type Done = { pdf: Uint8Array<ArrayBuffer> } | { error: Error }

// The main thread sends the next task only after the answer to this one.
parentPort?.on('message', async ({ invoice, seller }: Task) => {
  const done: Done = await makePdf(invoice, seller).then(
    (pdf) => ({ pdf: new Uint8Array(pdf) }),
    (error: Error) => ({ error }),
  )
  parentPort?.postMessage(done, 'pdf' in done ? [done.pdf.buffer] : [])
})
