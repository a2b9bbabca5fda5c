import type { Extracted, Foreign } from '../extracted.ts'
import { interrupted, Reader, type ReaderLimits } from './reader.ts'

/** A few processes that read files: started when there is work, ended when there is none for a while. */
export class Pool {
  readonly #limits: ReaderLimits
  readonly #most: number
  readonly #idleMs: number
  readonly #idle: Reader[] = []
  readonly #busy = new Set<Reader>()
  readonly #waiting: (() => void)[] = []
  #late: NodeJS.Timeout | undefined
  #stopped = false

  constructor(limits: ReaderLimits, most: number, idleMs: number) {
    this.#limits = limits
    this.#most = most
    this.#idleMs = idleMs
  }

  /** @throws ExtractionError; `interrupted` where the pool was stopped. */
  async read(file: Foreign): Promise<Extracted> {
    while (this.#busy.size >= this.#most && !this.#stopped)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (this.#stopped) throw interrupted()
    clearTimeout(this.#late)
    const reader = this.#take()
    this.#busy.add(reader)
    try {
      return await reader.read(file)
    } finally {
      this.#busy.delete(reader)
      if (reader.usable) this.#idle.push(reader)
      this.#waiting.shift()?.()
      this.#late = setTimeout(() => void this.#rest(), this.#idleMs).unref()
    }
  }

  /** What is being read or waits ends with `interrupted`. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#late)
    for (const go of this.#waiting.splice(0)) go()
    await Promise.all([...this.#busy].map((reader) => reader.end()))
    await this.#rest()
  }

  #take(): Reader {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) if (idle.usable) return idle
    return new Reader(this.#limits)
  }

  async #rest(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((reader) => reader.end()))
  }
}
