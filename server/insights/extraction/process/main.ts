import { Worker } from 'node:worker_threads'
import type { ExtractionError } from '../extracted.ts'
import { read } from '../read.ts'
import { toColumns } from './columns.ts'
import { encodeFrame, type Frame, FrameReader } from './frames.ts'
import { type Answer, failedCode, type Task } from './messages.ts'

// A process that reads foreign files: one at a time from standard input, answered on standard output.

const [memory, server] = process.argv.slice(2).map(Number)
new Worker(new URL('./watch.ts', import.meta.url), { workerData: { memory, server } }).unref()

// What a parser leaves behind after it has given up is not to end the process while it reads the next file.
process.on('unhandledRejection', () => {})
process.on('uncaughtException', () => process.exit(failedCode))
// Parsers write their warnings to the console, which is where the answers go.
Object.assign(console, { log() {}, info() {}, warn() {}, error() {}, debug() {}, trace() {} })

const frames = new FrameReader(Number.POSITIVE_INFINITY, (frame) => void answer(frame))
process.stdin.on('data', (chunk: Buffer) => frames.push(chunk))
process.stdin.on('end', () => process.exit())

async function answer({ head, body }: Frame): Promise<void> {
  const { limits, ...said } = head as Task
  try {
    const { text, segments, ...rest } = await read({ ...said, bytes: body }, limits)
    const { numbers, words } = toColumns(segments)
    const encoded = Buffer.alloc((text.length * 2 + 3) & ~3)
    encoded.write(text, 'utf16le')
    send({ ...rest, textBytes: text.length * 2, words, memory: process.memoryUsage.rss() }, [
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
