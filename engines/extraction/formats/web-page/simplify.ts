import { Parser } from 'htmlparser2'
import { isUnseen } from '../html.ts'

/** The tree of a larger page would need much memory, and elements nested deeper would exhaust the stack. */
const most = { chars: 1_500_000, elements: 20_000, depth: 200 }

const kept = new Set(
  `class id role href style start type property content itemprop itemtype
  aria-label aria-hidden aria-expanded`.split(/\s+/),
)
const longestAttribute = 500

const withoutContent = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const atOnce = 65_536

/**
 * Returns the HTML of what a browser would show of a page and of what the page states about itself, with every tag closed; null
 * if that is still too large for a tree. Saved pages are mostly scripts, styles and pictures in attributes.
 */
export function simplified(html: string): string | null {
  const parts: string[] = []
  const size = { chars: 0, elements: 0, depth: 0 }
  let isScript = false
  /** The number of open elements within one that is left out, including itself. */
  let left = 0
  const write = (part: string) => {
    parts.push(part)
    size.chars += part.length
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        size.depth++
        if (left > 0 || (isUnseen(name, attributes) && !isStatement(name, attributes))) left++
        else {
          size.elements++
          isScript = name === 'script'
          write(openTag(name, attributes))
        }
      },
      onclosetag(name) {
        size.depth--
        isScript = false
        if (left > 0) left--
        else if (!withoutContent.has(name)) write(`</${name}>`)
      },
      ontext(text) {
        if (left === 0) write(isScript ? text : escaped(text))
      },
    },
    { decodeEntities: true },
  )
  const isTooLarge = () => size.chars > most.chars || size.elements > most.elements || size.depth > most.depth
  for (let at = 0; at < html.length; at += atOnce) {
    parser.write(html.slice(at, at + atOnce))
    if (isTooLarge()) return null
  }
  parser.end()
  return isTooLarge() ? null : parts.join('')
}

/** Returns whether an element says what the page is. */
const isStatement = (name: string, { type }: Record<string, string>): boolean =>
  name === 'title' || (name === 'script' && type === 'application/ld+json')

function openTag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).filter(([key]) => kept.has(key))
  return `<${[name, ...written.map(([key, value]) => `${key}="${escaped(value.slice(0, longestAttribute))}"`)].join(' ')}>`
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
