import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { yieldToServer } from '#platform'
import { type ContentLimits, type Extracted, ExtractionError, type Foreign } from '../extracted.ts'
import { fromColumns } from './columns.ts'
import { encodeFrame, type Frame, FrameReader } from './frames.ts'
import { type Answer, failedCode, memorySignal, type Task } from './messages.ts'

export interface ReaderLimits {
  content: ContentLimits
  /** Of the whole process, in bytes. */
  memory: number
  /** For one file, in milliseconds. */
  time: number
}

const program = fileURLToPath(new URL('./main.ts', import.meta.url))
/** Our own signal, and those of V8 when it runs out of memory or an array or string is too large. */
const outOfMemory = [memorySignal, 'SIGABRT', 'SIGTRAP', 'SIGILL']

/** A process that reads one file at a time. It ends itself when it uses too much memory. */
export class Reader {
  readonly #limits: ReaderLimits
  readonly #process: ChildProcessByStdio<Writable, Readable, null>
  readonly #ended: Promise<void>
  readonly #handles: { ref(): void; unref(): void }[]
  #answered: ((frame: Frame) => void) | undefined
  #failed: ((error: ExtractionError) => void) | undefined
  #usable = true

  constructor(limits: ReaderLimits) {
    this.#limits = limits
    this.#process = start(limits)
    this.#handles = [this.#process, this.#process.stdin as Socket, this.#process.stdout as Socket]
    const frames = new FrameReader(limits.memory, (frame) => this.#answered?.(frame))
    this.#process.stdout.on('data', (chunk: Buffer) => {
      try {
        frames.push(chunk)
      } catch {
        // Its output is corrupt.
        void this.end()
      }
    })
    // Writing fails if the process has just ended, which is handled below.
    this.#process.stdin.on('error', () => {})
    this.#ended = new Promise((resolve) => {
      const ended = (error: ExtractionError) => {
        this.#usable = false
        this.#failed?.(error)
        resolve()
      }
      this.#process.once('error', () => ended(interrupted()))
      this.#process.once('exit', (code, signal) => ended(reasonOf(code, signal)))
    })
    this.#rest()
  }

  /** Whether it can read another file. */
  get usable(): boolean {
    return this.#usable
  }

  /** @throws ExtractionError; the process may then be unusable */
  async read({ bytes, ...rest }: Foreign): Promise<Extracted> {
    const { promise, resolve, reject } = Promise.withResolvers<Frame>()
    this.#answered = resolve
    this.#failed = reject
    const late = setTimeout(() => {
      reject(
        new ExtractionError(
          'too_slow',
          `Reading the file took more than ${this.#limits.time / 1_000} seconds.`,
        ),
      )
      void this.end()
    }, this.#limits.time)
    for (const handle of this.#handles) handle.ref()
    const task: Task = { ...rest, limits: this.#limits.content }
    for (const part of encodeFrame(task, [bytes])) this.#process.stdin.write(part)
    try {
      const { head, body } = await promise
      return await this.#understand(head as Answer, body)
    } finally {
      clearTimeout(late)
      this.#answered = this.#failed = undefined
      this.#rest()
    }
  }

  /** Kills the process. */
  end(): Promise<void> {
    this.#usable = false
    // Keeps the server alive until the process has ended.
    this.#process.ref()
    this.#process.kill('SIGKILL')
    return this.#ended
  }

  async #understand(answer: Answer, body: Buffer): Promise<Extracted> {
    // The memory used for one file does not count against the next.
    if (answer.memory > this.#limits.memory / 3) void this.end()
    if ('code' in answer) throw new ExtractionError(answer.code, answer.message)
    const { textBytes, words, kind, mimeType, language } = answer
    const text = body.toString('utf16le', 0, textBytes)
    const numbers = new Int32Array(body.buffer.slice(body.byteOffset + ((textBytes + 3) & ~3)))
    return { text, segments: await fromColumns({ numbers, words }), kind, mimeType, language }
  }

  /** An idle process does not keep the server alive. */
  #rest(): void {
    for (const handle of this.#handles) handle.unref()
  }
}

function start({ memory }: ReaderLimits): ChildProcessByStdio<Writable, Readable, null> {
  const heapMegabytes = Math.floor((memory * 0.75) / 2 ** 20)
  const started = spawn(
    process.execPath,
    [
      // It can read its own program, but neither write files nor start processes.
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
      '--no-warnings',
      `--max-old-space-size=${heapMegabytes}`,
      program,
      String(memory),
      String(process.pid),
    ],
    // A process that reads untrusted files gets no environment, which may contain secrets.
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  if (started.pid !== undefined) yieldToServer(started.pid)
  return started
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null): ExtractionError {
  if (signal && outOfMemory.includes(signal))
    return new ExtractionError('too_large_inside', 'The unpacked file is too large.')
  if (code === failedCode || signal === 'SIGSEGV' || signal === 'SIGBUS')
    return new ExtractionError('unreadable', 'The file is damaged or has another format than its name.')
  return interrupted()
}

export function interrupted(): ExtractionError {
  return new ExtractionError('interrupted', 'Reading the file was interrupted.')
}
