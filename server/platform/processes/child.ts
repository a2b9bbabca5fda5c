import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type Ending, endingOf } from './endings.ts'
import { encodeHead, type Frame, readFrames } from './frames.ts'
import { yieldToServer } from './yield-to-server.ts'

interface Options {
  /** The most memory of the whole process, in bytes. */
  memory: number
  /**
   * Who ends a process that uses too much memory, or outlives the server. A thread watches the resident memory, but needs 10 MB
   * itself. The kernel counts only memory that cannot be dropped, and ends a process after so many seconds of CPU time.
   */
  watchedBy: 'thread' | { kernelAfterSeconds: number }
  heapMegabytes: number
  /** Further flags of Node. */
  flags?: readonly string[]
  /** Further variables for native libraries. */
  env?: Readonly<Record<string, string>>
}

/**
 * A process that answers one task at a time, with limits and without the server's environment. Its program calls `serve`.
 * It does not keep the server alive, except during a task.
 */
export class Child {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>
  readonly #answers: AsyncGenerator<Frame>
  readonly #handles: { ref(): void; unref(): void }[]
  #usable = true
  readonly #ended: Promise<Ending>

  constructor(program: URL, options: Options) {
    this.#process = start(program, options)
    const { stdin, stdout } = this.#process
    this.#handles = [this.#process, stdin as Socket, stdout as Socket]
    this.#answers = readFrames(stdout, options.memory)
    // Writing fails if the process has just ended, which is handled below.
    stdin.on('error', () => {})
    this.#ended = new Promise((resolve) => {
      this.#process.once('error', () => resolve('interrupted'))
      this.#process.once('exit', (code, signal) => resolve(endingOf(code, signal)))
    })
    void this.#ended.then(() => {
      this.#usable = false
    })
    this.rest()
  }

  /** Whether it can take another task. */
  get usable(): boolean {
    return this.#usable
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  /** Keeps the server alive until `rest`. */
  work(): void {
    for (const handle of this.#handles) handle.ref()
  }

  rest(): void {
    for (const handle of this.#handles) handle.unref()
  }

  /** Sends a task. If the process has ended, nothing happens: `next` then returns why. */
  async send(
    head: unknown,
    bytes = 0,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = [],
  ): Promise<void> {
    const { stdin } = this.#process
    stdin.write(encodeHead(head, bytes))
    let sent = 0
    for await (const chunk of chunks) {
      sent += chunk.length
      if (stdin.destroyed) return
      if (!stdin.write(chunk)) await drained(stdin)
    }
    if (!stdin.destroyed && sent !== bytes) throw new Error(`A body has ${sent} bytes instead of ${bytes}.`)
  }

  /** Returns the next message, or why the process ended instead. */
  async next(): Promise<Frame | Ending> {
    try {
      const { done, value } = await this.#answers.next()
      if (!done) return value
    } catch {
      // The process wrote something that is no answer.
      void this.end()
    }
    return this.#ended
  }

  /** Kills the process. */
  async end(): Promise<void> {
    this.#usable = false
    // Keeps the server alive until the process has ended.
    this.#process.ref()
    this.#process.kill('SIGKILL')
    await this.#ended
  }
}

/** Waits until a stream takes more, or is closed because its process has ended. */
async function drained(stream: Writable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  stream.once('drain', resolve).once('close', resolve)
  await promise
  stream.off('drain', resolve).off('close', resolve)
}

function start(program: URL, { memory, watchedBy, heapMegabytes, flags = [], env }: Options) {
  const args = [
    // It can read its own program, but neither write files nor start processes.
    '--permission',
    '--allow-fs-read=*',
    ...(watchedBy === 'thread' ? ['--allow-worker'] : []),
    '--no-warnings',
    '--max-semi-space-size=1',
    '--expose-gc',
    `--max-old-space-size=${heapMegabytes}`,
    ...flags,
    fileURLToPath(program),
  ]
  const [command, ...rest] =
    watchedBy === 'thread'
      ? [process.execPath, ...args, String(memory), String(process.pid)]
      : ['/bin/sh', '-c', limited(memory, watchedBy.kernelAfterSeconds), process.execPath, ...args]
  const started = spawn(command!, rest, {
    env: {
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '1048576',
      // The child gets nothing else of the environment, which may contain secrets.
      ...env,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  if (started.pid !== undefined) yieldToServer(started.pid)
  return started
}

/** V8 reserves half a gigabyte for code, of which it uses little. */
const reserved = 560 * 2 ** 20

/** A shell script that runs its arguments within limits. */
const limited = (memory: number, seconds: number): string =>
  `ulimit -t ${seconds} && ulimit -d ${Math.floor((reserved + memory) / 1024)} && exec "$0" "$@"`
