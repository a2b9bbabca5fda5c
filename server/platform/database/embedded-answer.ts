import type { MessagePort } from 'node:worker_threads'

/** The maximum bytes of a message, unless PostgreSQL writes more in one piece. */
const blockLength = 128 * 1024

/** Collects PostgreSQL's 8 kB pieces into few messages. A large result is sent while it is produced. */
export class Answer {
  readonly #port: MessagePort
  #block = new Uint8Array(blockLength)
  #used = 0

  constructor(port: MessagePort) {
    this.#port = port
  }

  /** Copies the bytes, because PostgreSQL reuses its buffer. */
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
