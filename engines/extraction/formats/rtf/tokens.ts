import { Nesting } from '../../nesting.ts'

interface Handler {
  open(): void
  close(): void
  /** A control word, such as `\par` or `\u8364`, or a control symbol, such as `\~`. */
  word(name: string, value: number | null): void
  bytes(bytes: Uint8Array): void
}

const [opening, closing, backslash, apostrophe] = [0x7b, 0x7d, 0x5c, 0x27]

/** Office nests hardly a hundred groups. */
const deepest = 10_000

/** Reads the tokens of Rich Text Format (Microsoft, RTF specification 1.9.1), up to the end of the outermost group. */
export function readTokens(rtf: Buffer, handler: Handler): void {
  const groups = new Nesting(deepest)
  for (let at = 0; at < rtf.length; ) {
    const byte = rtf[at]!
    if (byte === opening) {
      groups.open()
      handler.open()
      at++
    } else if (byte === closing) {
      handler.close()
      at++
      if (groups.close()) return
    } else if (byte === backslash) at = control(rtf, at + 1, handler)
    else if (byte === 0x0a || byte === 0x0d) at++
    else {
      const end = endOfText(rtf, at)
      handler.bytes(rtf.subarray(at, end))
      at = end
    }
  }
}

function endOfText(rtf: Buffer, from: number): number {
  let at = from + 1
  while (at < rtf.length && !isSpecial(rtf[at]!)) at++
  return at
}

const isSpecial = (byte: number): boolean =>
  byte === opening || byte === closing || byte === backslash || byte === 0x0a || byte === 0x0d

/** Reads what follows a backslash. @returns where it ends */
function control(rtf: Buffer, from: number, handler: Handler): number {
  if (rtf[from] === apostrophe) {
    const byte = Number.parseInt(rtf.toString('latin1', from + 1, from + 3), 16)
    if (!Number.isNaN(byte)) handler.bytes(Uint8Array.of(byte))
    return from + 3
  }
  const [whole, name, value] = controlWord.exec(rtf.toString('latin1', from, from + 64))!
  if (name === undefined) {
    handler.word(rtf.toString('latin1', from, from + 1), null)
    return from + 1
  }
  const number = value ? Number(value) : null
  const end = from + whole.length
  // Binary data follows, which may contain anything.
  if (name === 'bin') return end + Math.max(0, number ?? 0)
  handler.word(name, number)
  return end
}

const controlWord = /^(?:([a-zA-Z]{1,40})(-?\d{1,10})? ?)?/
