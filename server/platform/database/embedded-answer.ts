import type { MessagePort } from 'node:worker_threads'

/** Bytes a message carries at most, unless PostgreSQL hands over more at once. */
const blockLength = 128 * 1024

/** Gathers what PostgreSQL writes, in pieces of 8 kB, into few messages; a big result leaves while it is being made. */
export class Answer {
  readonly #port: MessagePort
  #block = new Uint8Array(blockLength)
  #used = 0

  constructor(port: MessagePort) {
    this.#port = port
  }

  /** Copies: PostgreSQL uses its buffer again. */
  write(bytes: Uint8Array): void {
    if (this.#used + bytes.length > this.#block.length) this.send()
    if (bytes.length > this.#block.length) {
      this.#port.postMessage(bytes.slice())
      return
    }
    this.#block.set(bytes, this.#used)
    this.#used += bytes.length
  }

  send(): void {
    if (this.#used === 0) return
    this.#port.postMessage(this.#block.slice(0, this.#used))
    this.#used = 0
  }
}
