/** A message between the server and a reading process: what it says, and bytes that belong to it. */
export interface Frame {
  head: unknown
  body: Buffer
}

const prefixBytes = 8

/** A frame on the wire: the lengths of head and body, the head as JSON, the body. The body is not copied. */
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

/** Puts frames together from chunks, each written once into its place, so that no chunk takes long. */
export class FrameReader {
  readonly #received: (frame: Frame) => void
  readonly #longest: number
  #prefix = Buffer.alloc(prefixBytes)
  #content: Buffer | null = null
  #used = 0

  /** @param longest bytes that a frame may have. */
  constructor(longest: number, received: (frame: Frame) => void) {
    this.#longest = longest
    this.#received = received
  }

  /** @throws RangeError and SyntaxError where what arrives is no frame. */
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
