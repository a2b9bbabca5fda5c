import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { isMemoryScarce, yieldToServer } from '#platform'
import { type ArrivingText, type ContentLimits, ExtractionError, type Stored } from '../extracted.ts'
import { encodeHead, type Frame, readFrames } from './frames.ts'
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
  readonly #answers: AsyncGenerator<Frame>
  readonly #ended: Promise<ExtractionError>
  readonly #handles: { ref(): void; unref(): void }[]
  #usable = true

  constructor(limits: ReaderLimits) {
    this.#limits = limits
    this.#process = start(limits)
    const { stdin, stdout } = this.#process
    this.#handles = [this.#process, stdin as Socket, stdout as Socket]
    this.#answers = readFrames(stdout, limits.memory)
    // Writing fails if the process has just ended, which is handled below.
    stdin.on('error', () => {})
    this.#ended = new Promise((resolve) => {
      this.#process.once('error', () => resolve(interrupted()))
      this.#process.once('exit', (code, signal) => resolve(reasonOf(code, signal)))
    })
    void this.#ended.then(() => {
      this.#usable = false
    })
    this.#rest()
  }

  /** Whether it can read another file. */
  get usable(): boolean {
    return this.#usable
  }

  /**
   * Reads a file, and lets `use` read its text. The time limit does not apply to `use`.
   * @throws ExtractionError, the process may then be unusable; what `open` and `use` throw
   */
  async read<Result>(file: Stored, use: (text: ArrivingText) => Promise<Result>): Promise<Result> {
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      void this.end()
    }, this.#limits.time)
    for (const handle of this.#handles) handle.ref()
    // Ends the process unless everything was sent and read.
    let isComplete = false
    try {
      await this.#send(file)
      const first = await this.#next()
      clearTimeout(late)
      if (first.answer === 'failed') {
        isComplete = true
        this.#leave(first.memory)
        throw new ExtractionError(first.code, first.message)
      }
      if (first.answer !== 'text') throw interrupted()
      const { answer: _, ...recognized } = first
      const next = () => this.#next()
      const leave = (memory: number) => {
        isComplete = true
        this.#leave(memory)
      }
      async function* parts() {
        for (let one = await next(); ; one = await next()) {
          if (one.answer === 'part') yield one.part
          else if (one.answer === 'end') return leave(one.memory)
          else throw interrupted()
        }
      }
      return await use({ ...recognized, parts: parts() })
    } catch (error) {
      if (!isLate) throw error
      const seconds = this.#limits.time / 1_000
      throw new ExtractionError('too_slow', `Reading the file took more than ${seconds} seconds.`)
    } finally {
      clearTimeout(late)
      if (!isComplete) void this.end()
      this.#rest()
    }
  }

  /** Kills the process. */
  async end(): Promise<void> {
    this.#usable = false
    // Keeps the server alive until the process has ended.
    this.#process.ref()
    this.#process.kill('SIGKILL')
    await this.#ended
  }

  async #send({ bytes, open, ...statements }: Stored): Promise<void> {
    const { stdin } = this.#process
    const task: Task = { ...statements, limits: this.#limits.content }
    stdin.write(encodeHead(task, bytes))
    let sent = 0
    for await (const chunk of await open()) {
      sent += chunk.length
      if (stdin.destroyed) break
      if (!stdin.write(chunk)) await drained(stdin)
    }
    if (stdin.destroyed) throw await this.#ended
    if (sent !== bytes) throw new Error(`A file has ${sent} bytes instead of ${bytes}.`)
  }

  async #next(): Promise<Answer> {
    try {
      const { done, value } = await this.#answers.next()
      if (!done) return value.head as Answer
    } catch {
      // Its output is corrupt.
      void this.end()
    }
    throw await this.#ended
  }

  /** The memory used for one file does not count against the next. */
  #leave(memory: number): void {
    if (memory > this.#limits.memory / 3) void this.end()
  }

  /** An idle process does not keep the server alive. */
  #rest(): void {
    for (const handle of this.#handles) handle.unref()
  }
}

/** Waits until a stream takes more, or is closed because its process has ended. */
async function drained(stream: Writable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  stream.once('drain', resolve).once('close', resolve)
  await promise
  stream.off('drain', resolve).off('close', resolve)
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
      '--max-semi-space-size=1',
      '--expose-gc',
      ...(isMemoryScarce() ? ['--optimize-for-size'] : []),
      `--max-old-space-size=${heapMegabytes}`,
      program,
      String(memory),
      String(process.pid),
    ],
    // A process that reads untrusted files gets nothing of the environment, which may contain secrets.
    { env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '1048576' }, stdio: ['pipe', 'pipe', 'ignore'] },
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
