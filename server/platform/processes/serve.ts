import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { failedCode } from './endings.ts'
import { encodeHead, type Frame, readFrames } from './frames.ts'

/** Sends a message to the server. */
export type Send = (head: unknown, body?: Uint8Array) => Promise<void>

/** Answers messages of the server, one at a time, until the server has no more. The program of a `Child` calls this. */
export async function serve(answer: (task: Frame, send: Send) => Promise<void>): Promise<never> {
  const [memory, server] = process.argv.slice(2).map(Number)
  // Without it, the kernel limits the memory.
  if (memory) new Worker(new URL('./watch.ts', import.meta.url), { workerData: { memory, server } }).unref()
  // A promise that a failed library left behind must not end the process during the next task.
  process.on('unhandledRejection', () => {})
  process.on('uncaughtException', () => process.exit(failedCode))
  // Libraries log warnings to standard output, which is for answers.
  Object.assign(console, { log() {}, info() {}, warn() {}, error() {}, debug() {}, trace() {} })
  // Otherwise, what loading left behind takes memory as long as the process lives.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  for await (const task of readFrames(process.stdin, Number.POSITIVE_INFINITY)) await answer(task, send)
  process.exit()
}

async function send(head: unknown, body?: Uint8Array): Promise<void> {
  const stdout = process.stdout
  stdout.cork()
  stdout.write(encodeHead(head, body?.length))
  if (body) stdout.write(body)
  stdout.uncork()
  if (stdout.writableNeedDrain) await once(stdout, 'drain')
}
