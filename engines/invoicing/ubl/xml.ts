import { own } from '#rules/own'

/** An element: its name, its text or children, and its attributes. */
export type Element = readonly [
  name: string,
  content: string | readonly (Element | null)[],
  attributes?: Record<string, string>,
]

/** Creates an aggregate component of UBL. Children that are null are omitted. */
export const cac = (name: string, ...children: (Element | null)[]): Element => [`cac:${name}`, children]

/** Creates a basic component of UBL. */
export const cbc = (name: string, text: string, attributes: Record<string, string> = {}): Element => [
  `cbc:${name}`,
  text,
  attributes,
]

/** Creates a basic component of UBL, or null without text. */
export const optional = (name: string, text: string | null | undefined): Element | null =>
  text ? cbc(name, text) : null

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 cannot express these, escaped or not. */
const forbidden = /[^\t\n\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Writes an indented document. */
export const toXml = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`

function write([name, content, attributes = {}]: Element, indent: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const start = `${indent}<${name}${written.join('')}>`
  if (typeof content === 'string') return `${start}${escaped(content)}</${name}>\n`
  const children = content.filter((child) => child !== null).map((child) => write(child, `${indent}  `))
  return `${start}\n${children.join('')}${indent}</${name}>\n`
}

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(forbidden, '\uFFFD')
    .replace(/[&<>"]/g, (character) => own(escapes, character)!)
