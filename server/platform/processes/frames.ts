/** A message between the server and a reading process: JSON and bytes. */
export interface Frame {
  head: unknown
  body: Buffer<ArrayBuffer>
}

const prefixBytes = 8

/** Encodes the beginning of a frame: the lengths of head and body, and the head as JSON. The body follows. */
export function encodeHead(head: unknown, bodyBytes = 0): Buffer {
  const json = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(prefixBytes)
  prefix.writeUInt32LE(json.length, 0)
  prefix.writeUInt32LE(bodyBytes, 4)
  return Buffer.concat([prefix, json])
}

/**
 * Assembles frames from chunks, copying each chunk once.
 * @param longest the most bytes of a frame
 * @throws RangeError and SyntaxError if the input is not a frame
 */
export async function* readFrames(chunks: AsyncIterable<Buffer>, longest: number): AsyncGenerator<Frame> {
  const prefix = Buffer.alloc(prefixBytes)
  let content: Buffer<ArrayBuffer> | null = null
  let used = 0
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0; ) {
      const target: Buffer = content ?? prefix
      const taken = rest.copy(target, used)
      used += taken
      rest = rest.subarray(taken)
      if (used < target.length) continue
      used = 0
      const headBytes = prefix.readUInt32LE(0)
      if (content === null) {
        const bytes = headBytes + prefix.readUInt32LE(4)
        if (bytes > longest) throw new RangeError('A frame is too long')
        content = Buffer.allocUnsafeSlow(bytes)
      } else {
        const frame = {
          head: JSON.parse(content.toString('utf8', 0, headBytes)),
          body: content.subarray(headBytes),
        }
        content = null
        yield frame
      }
    }
  }
}
