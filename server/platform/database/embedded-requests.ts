/**
 * The messages that PostgreSQL responds to: Query, Sync, Flush, FunctionCall, the two ends of a COPY, and Terminate
 * (PostgreSQL documentation, "Message Flow" and "Message Formats").
 */
const endings = new Set([...'QSHFcfX'].map((letter) => letter.charCodeAt(0)))

/** A Query message with this statement continues with rows, which PostgreSQL needs in the same call. */
const copyIn = /^copy .* from stdin\b/i
const query = 'Q'.charCodeAt(0)

/** A message begins with a byte for its type and four for its length. */
const headerLength = 5

/**
 * Splits the bytes of a connection into requests, each ending in a message that expects a response, so that Parse, Bind,
 * Describe, Execute and Sync reach the database in one call. Each call has only one request, so that an error does not
 * affect the next one.
 */
export class RequestReader {
  #pending: Uint8Array = new Uint8Array(0)
  /** The length of the complete messages in `#pending` that have no ending yet. */
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

  /** Returns the length of the first complete request, or 0 if there is none yet. */
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
      const content = this.#pending.subarray(this.#scanned + headerLength, end)
      this.#scanned = end
      if (endings.has(type) && !(type === query && startsCopy(content))) return end
    }
    return 0
  }
}

function startsCopy(content: Uint8Array): boolean {
  const text = Buffer.from(content.buffer, content.byteOffset, content.length)
  return /^copy /i.test(text.toString('latin1', 0, 5)) && copyIn.test(text.toString('latin1'))
}
