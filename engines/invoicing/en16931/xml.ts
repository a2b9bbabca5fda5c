// Separate because tests parse the same nodes.
import { own } from '#rules/own'

export interface Node {
  name: string
  attributes: Record<string, string>
  children: Node[]
  text: string
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 cannot express these, escaped or not. */
const forbidden = /[^\t\n\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Writes an indented document. Elements have text or children. */
export const toXml = (root: Node): string => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`

function write({ name, attributes, children, text }: Node, indent: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const start = `${indent}<${name}${written.join('')}>`
  if (text) return `${start}${escaped(text)}</${name}>\n`
  const inner = children.map((child) => write(child, `${indent}  `))
  return `${start}\n${inner.join('')}${indent}</${name}>\n`
}

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(forbidden, '\uFFFD')
    .replace(/[&<>"]/g, (character) => own(escapes, character)!)
