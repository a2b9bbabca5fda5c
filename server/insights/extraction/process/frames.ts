/** A message between the server and a reading process: JSON and bytes. */
export interface Frame {
  head: unknown
  body: Buffer
}

const prefixBytes = 8

/** Encodes a frame: the lengths of head and body, the head as JSON, the body. Does not copy the body. */
export function encodeFrame(head: unknown, body: Uint8Array[]): Uint8Array[] {
  const json = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(prefixBytes)
  prefix.writeUInt32LE(json.length, 0)
  prefix.writeUInt32LE(
    body.reduce((sum, { length }) => sum + length, 0),
    4,
  )
  return [prefix, json, ...body]
}

/** Assembles frames from chunks, copying each chunk once. */
export class FrameReader {
  readonly #received: (frame: Frame) => void
  readonly #longest: number
  #prefix = Buffer.alloc(prefixBytes)
  #content: Buffer | null = null
  #used = 0

  /** @param longest the most bytes of a frame */
  constructor(longest: number, received: (frame: Frame) => void) {
    this.#longest = longest
    this.#received = received
  }

  /** @throws RangeError and SyntaxError if the input is not a frame */
  push(chunk: Buffer): void {
    for (let rest = chunk; rest.length > 0; ) {
      const target = this.#content ?? this.#prefix
      const taken = rest.copy(target, this.#used)
      this.#used += taken
      rest = rest.subarray(taken)
      if (this.#used === target.length) this.#full()
    }
  }

  #full(): void {
    this.#used = 0
    const headBytes = this.#prefix.readUInt32LE(0)
    if (this.#content === null) {
      const bytes = headBytes + this.#prefix.readUInt32LE(4)
      if (bytes > this.#longest) throw new RangeError('A frame is too long')
      this.#content = Buffer.allocUnsafeSlow(bytes)
      return
    }
    const content = this.#content
    this.#content = null
    this.#received({
      head: JSON.parse(content.toString('utf8', 0, headBytes)),
      body: content.subarray(headBytes),
    })
  }
}
