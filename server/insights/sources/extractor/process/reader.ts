import { type ArrivingText, type ContentLimits, ExtractionError, type Stored } from '#engines/extraction'
import { cpuOfProcess, isMemoryScarce, limitWork } from '#platform'
import { Child, type Ending } from '#processes'
import type { Answer, Task } from './messages.ts'

export interface ReaderLimits {
  content: ContentLimits
  /** The most memory of the whole process, in bytes. */
  memory: number
  /** The most CPU time for one file, in milliseconds. */
  time: number
}

const program = new URL('./main.ts', import.meta.url)

/** A process that reads one file at a time. */
export class Reader {
  readonly #limits: ReaderLimits
  readonly #child: Child

  constructor(limits: ReaderLimits) {
    this.#limits = limits
    this.#child = new Child(program, {
      memory: limits.memory,
      watchedBy: 'thread',
      heapMegabytes: Math.floor((limits.memory * 0.75) / 2 ** 20),
      flags: isMemoryScarce() ? ['--optimize-for-size'] : [],
    })
  }

  /** Whether it can read another file. */
  get usable(): boolean {
    return this.#child.usable
  }

  /**
   * Reads a file, and lets `use` read its text. The time limit does not apply to `use`.
   * @throws ExtractionError, the process may then be unusable; what `open` and `use` throw
   */
  async read<Result>(file: Stored, use: (text: ArrivingText) => Promise<Result>): Promise<Result> {
    let isLate = false
    const endLimit = limitWork(cpuOfProcess(this.#child.pid), this.#limits.time, () => {
      isLate = true
      void this.end()
    })
    this.#child.work()
    // Ends the process unless everything was sent and read.
    let isComplete = false
    try {
      await this.#send(file)
      const first = await this.#next()
      endLimit()
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
      endLimit()
      if (!isComplete) void this.end()
      this.#child.rest()
    }
  }

  /** Kills the process. */
  end(): Promise<void> {
    return this.#child.end()
  }

  async #send({ bytes, open, ...statements }: Stored): Promise<void> {
    const task: Task = { ...statements, limits: this.#limits.content }
    await this.#child.send(task, bytes, await open())
  }

  async #next(): Promise<Answer> {
    const next = await this.#child.next()
    if (typeof next === 'string') throw reasons[next]()
    return next.head as Answer
  }

  /** The memory used for one file does not count against the next. */
  #leave(memory: number): void {
    if (memory > this.#limits.memory / 3) void this.end()
  }
}

const reasons: Record<Ending, () => ExtractionError> = {
  out_of_memory: () => new ExtractionError('too_large_inside', 'The unpacked file is too large.'),
  failed: () => new ExtractionError('unreadable', 'The file is damaged or has another format than its name.'),
  interrupted,
}

export function interrupted(): ExtractionError {
  return new ExtractionError('interrupted', 'Reading the file was interrupted.')
}
