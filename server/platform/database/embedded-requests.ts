/**
 * The messages after which PostgreSQL's frontend is owed an answer: Query, Sync, Flush, FunctionCall, the two ends of a
 * COPY, and Terminate. (PostgreSQL documentation, "Message Flow" and "Message Formats".)
 */
const endings = new Set([...'QSHFcfX'].map((letter) => letter.charCodeAt(0)))

/** Type byte and length. */
const headerLength = 5

/**
 * Cuts the bytes of one connection into whole requests, each ending in a message that asks for an answer, so that
 * Parse, Bind, Describe, Execute and Sync go to the database in one call. A request per call, never more, keeps an
 * error in one from reaching the messages of the next.
 */
export class RequestReader {
  #pending: Uint8Array = new Uint8Array(0)
  /** How far `#pending` is known to be whole messages that still wait for their ending. */
  #scanned = 0
  /** The startup packet comes first and has no type byte. */
  #started = false

  read(bytes: Uint8Array): Uint8Array[] {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes])
    const requests: Uint8Array[] = []
    for (let length = this.#next(); length > 0; length = this.#next()) {
      requests.push(this.#pending.subarray(0, length))
      this.#pending = this.#pending.subarray(length)
      this.#scanned = 0
    }
    return requests
  }

  /** The length of the first whole request, 0 when there is none yet. */
  #next(): number {
    const view = new DataView(this.#pending.buffer, this.#pending.byteOffset, this.#pending.length)
    if (!this.#started) {
      if (view.byteLength < 4 || view.byteLength < view.getUint32(0)) return 0
      this.#started = true
      return view.getUint32(0)
    }
    while (this.#scanned + headerLength <= view.byteLength) {
      const end = this.#scanned + 1 + view.getUint32(this.#scanned + 1)
      if (end > view.byteLength) return 0
      const type = view.getUint8(this.#scanned)
      this.#scanned = end
      if (endings.has(type)) return end
    }
    return 0
  }
}
