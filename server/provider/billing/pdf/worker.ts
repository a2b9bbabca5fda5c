import { parentPort } from 'node:worker_threads'
import type { Invoice, Settings } from '#contract'
import { makePdf } from './make-pdf.ts'

export interface Task {
  invoice: Invoice
  settings: Settings
}

export type Done = { pdf: Uint8Array<ArrayBuffer> } | { error: Error }

// The main thread sends the next task only after this has answered.
parentPort?.on('message', async ({ invoice, settings }: Task) => {
  const done: Done = await makePdf(invoice, settings).then(
    (pdf) => ({ pdf: new Uint8Array(pdf) }),
    (error: Error) => ({ error }),
  )
  parentPort?.postMessage(done, 'pdf' in done ? [done.pdf.buffer] : [])
})
