import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { partsOf } from '../../library/text-part.ts'
import { languageOf } from '../language.ts'
import { readText, understood } from '../read.ts'
import { encodeHead, type Frame, readFrames } from './frames.ts'
import { type Answer, failedCode, type Task } from './messages.ts'

// A process that reads untrusted files: one at a time from standard input, with results on standard output.

const [memory, server] = process.argv.slice(2).map(Number)
new Worker(new URL('./watch.ts', import.meta.url), { workerData: { memory, server } }).unref()

// A promise that a failed parser left behind must not end the process during the next file.
process.on('unhandledRejection', () => {})
process.on('uncaughtException', () => process.exit(failedCode))
// Parsers log warnings to standard output, which is for results.
Object.assign(console, { log() {}, info() {}, warn() {}, error() {}, debug() {}, trace() {} })

// What the language data left behind takes as much memory as the longest text.
globalThis.gc?.()

for await (const frame of readFrames(process.stdin, Number.POSITIVE_INFINITY)) await answer(frame)
process.exit()

async function answer({ head, body }: Frame): Promise<void> {
  const { limits, ...statements } = head as Task
  try {
    const { text, segments, ...recognized } = await readText({ ...statements, bytes: body }, limits)
    // Returns the memory of the file.
    body.buffer.transfer(0)
    const language = await languageOf(text)
    await send({ answer: 'text', ...recognized, language, textChars: text.length })
    for (const part of partsOf(text, segments)) await send({ answer: 'part', part })
    await send({ answer: 'end', memory: process.memoryUsage.rss() })
  } catch (error) {
    const { code, message } = understood(error)
    await send({ answer: 'failed', code, message, memory: process.memoryUsage.rss() })
  }
}

async function send(answer: Answer): Promise<void> {
  if (!process.stdout.write(encodeHead(answer))) await once(process.stdout, 'drain')
}
