import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { writeFile } from 'node:fs'
import type { Socket } from 'node:net'
import os from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type ContentLimits, type Extracted, ExtractionError, type Foreign } from '../extracted.ts'
import { fromColumns } from './columns.ts'
import { encodeFrame, type Frame, FrameReader } from './frames.ts'
import { type Answer, failedCode, memorySignal, type Task } from './messages.ts'

export interface ReaderLimits {
  content: ContentLimits
  /** Bytes that the process may take in all. */
  memory: number
  /** For one file, in milliseconds. */
  time: number
}

const program = fileURLToPath(new URL('./main.ts', import.meta.url))
/** Signals of V8 when it can get no more memory, or is asked for an array or string that is too large. */
const outOfMemory = [memorySignal, 'SIGABRT', 'SIGTRAP', 'SIGILL']

/** A process that reads files, one at a time. It ends itself when it takes too much memory. */
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
        // What it says makes no sense any more.
        void this.end()
      }
    })
    // Writing to a process that has just ended fails; that it has ended is told below.
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

  /** Whether it may be given another file. */
  get usable(): boolean {
    return this.#usable
  }

  /** @throws ExtractionError, after which it may be no longer usable. */
  async read({ bytes, ...said }: Foreign): Promise<Extracted> {
    const { promise, resolve, reject } = Promise.withResolvers<Frame>()
    this.#answered = resolve
    this.#failed = reject
    const late = setTimeout(() => {
      reject(
        new ExtractionError('too_slow', `Reading the file took longer than ${inSeconds(this.#limits.time)}.`),
      )
      void this.end()
    }, this.#limits.time)
    for (const handle of this.#handles) handle.ref()
    const task: Task = { ...said, limits: this.#limits.content }
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

  /** Ends the process, whatever it is doing. */
  end(): Promise<void> {
    this.#usable = false
    // Whoever waits for its end is not to end before.
    this.#process.ref()
    this.#process.kill('SIGKILL')
    return this.#ended
  }

  async #understand(answer: Answer, body: Buffer): Promise<Extracted> {
    // The memory that one file needed is not counted against the next.
    if (answer.memory > this.#limits.memory / 3) void this.end()
    if ('code' in answer) throw new ExtractionError(answer.code, answer.message)
    const { textBytes, words, kind, mimeType, language } = answer
    const text = body.toString('utf16le', 0, textBytes)
    const numbers = new Int32Array(body.buffer.slice(body.byteOffset + ((textBytes + 3) & ~3)))
    return { text, segments: await fromColumns({ numbers, words }), kind, mimeType, language }
  }

  /** While it waits for work, it keeps nobody from ending. */
  #rest(): void {
    for (const handle of this.#handles) handle.unref()
  }
}

function start({ memory }: ReaderLimits): ChildProcessByStdio<Writable, Readable, null> {
  const heapMegabytes = Math.floor((memory * 0.75) / 2 ** 20)
  const started = spawn(
    process.execPath,
    [
      // It reads its own program, and can neither write a file nor start a process.
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
      '--no-warnings',
      `--max-old-space-size=${heapMegabytes}`,
      program,
      String(memory),
      String(process.pid),
    ],
    // Nothing that the server was told, such as its secret, is told to a process that reads foreign files.
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  if (started.pid !== undefined) giveWay(started.pid)
  return started
}

/** The server's own answers come first, and the kernel, short of memory, ends this process rather than the server. */
function giveWay(pid: number): void {
  try {
    os.setPriority(pid, 10)
  } catch {
    // It has ended already.
  }
  writeFile(`/proc/${pid}/oom_score_adj`, '1000', () => {})
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null): ExtractionError {
  if (signal && outOfMemory.includes(signal))
    return new ExtractionError('too_large_inside', 'Unpacked, the file is larger than Aerie takes.')
  if (code === failedCode || signal === 'SIGSEGV' || signal === 'SIGBUS')
    return new ExtractionError('unreadable', 'The file is damaged, or is not what its name says.')
  return interrupted()
}

export function interrupted(): ExtractionError {
  return new ExtractionError('interrupted', 'Reading the file was interrupted.')
}

function inSeconds(milliseconds: number): string {
  return `${milliseconds / 1_000} seconds`
}
