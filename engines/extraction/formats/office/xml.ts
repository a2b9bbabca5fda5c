import { Parser } from 'htmlparser2'
import { own } from '#rules/own'
import { Nesting } from '../../nesting.ts'

export type Attributes = Record<string, string>

interface Handler {
  /** @param name without its prefix, which programs of Microsoft's formats choose */
  open?(name: string, attributes: Attributes, prefix: string): void
  close?(name: string): void
  text?(text: string): void
}

/** Office nests hardly a hundred elements. */
const deepest = 10_000
const atOnce = 65_536

/** Reads XML element by element, without a tree in memory. Never expands entities that it defines. */
export function readXml(part: Uint8Array, handler: Handler): void {
  const elements = new Nesting(deepest)
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        elements.open()
        handler.open?.(local(name), attributes, name.slice(0, Math.max(0, name.indexOf(':'))))
      },
      onclosetag(name) {
        elements.close()
        handler.close?.(local(name))
      },
      ontext: (written) => handler.text?.(written),
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder(encodingOf(part))
  // In chunks, to notice early that a text is too long.
  for (let at = 0; at < part.length; at += atOnce)
    parser.write(decoder.decode(part.subarray(at, at + atOnce), { stream: true }))
  parser.write(decoder.decode())
  parser.end()
}

/** Office writes UTF-8; XML also allows UTF-16 with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Returns the value of a prefixed attribute, such as `r:id`, whatever its prefix. */
export function prefixed(attributes: Attributes, name: string): string | null {
  const found = Object.keys(attributes).find((key) => key.endsWith(`:${name}`))
  return found ? own(attributes, found)! : null
}
