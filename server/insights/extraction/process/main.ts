import { Worker } from 'node:worker_threads'
import type { ExtractionError } from '../extracted.ts'
import { read } from '../read.ts'
import { toColumns } from './columns.ts'
import { encodeFrame, type Frame, FrameReader } from './frames.ts'
import { type Answer, failedCode, type Task } from './messages.ts'

// A process that reads untrusted files: one at a time from standard input, with results on standard output.

const [memory, server] = process.argv.slice(2).map(Number)
new Worker(new URL('./watch.ts', import.meta.url), { workerData: { memory, server } }).unref()

// A promise that a failed parser left behind must not end the process during the next file.
process.on('unhandledRejection', () => {})
process.on('uncaughtException', () => process.exit(failedCode))
// Parsers log warnings to standard output, which is for results.
Object.assign(console, { log() {}, info() {}, warn() {}, error() {}, debug() {}, trace() {} })

const frames = new FrameReader(Number.POSITIVE_INFINITY, (frame) => void answer(frame))
process.stdin.on('data', (chunk: Buffer) => frames.push(chunk))
process.stdin.on('end', () => process.exit())

async function answer({ head, body }: Frame): Promise<void> {
  const { limits, ...rest } = head as Task
  try {
    const { text, segments, ...details } = await read({ ...rest, bytes: body }, limits)
    const { numbers, words } = toColumns(segments)
    const encoding = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1'
    const textBytes = Buffer.byteLength(text, encoding)
    const encoded = Buffer.alloc((textBytes + 3) & ~3)
    encoded.write(text, encoding)
    send({ ...details, encoding, textBytes, words, memory: process.memoryUsage.rss() }, [
      encoded,
      new Uint8Array(numbers.buffer),
    ])
  } catch (error) {
    const { code, message } = error as ExtractionError
    send({ code, message, memory: process.memoryUsage.rss() }, [])
  }
}

function send(head: Answer, body: Uint8Array[]): void {
  for (const part of encodeFrame(head, body)) process.stdout.write(part)
}
