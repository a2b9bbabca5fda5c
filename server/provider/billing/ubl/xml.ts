/** An element of a document: its name, then its text or its children, then its attributes. */
export type Element = readonly [
  name: string,
  content: string | readonly (Element | null)[],
  attributes?: Record<string, string>,
]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 has no way to write these, escaped or not. */
const forbidden = /[^\t\n\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** The document in UTF-8, indented. Children that are null are left out. */
export function toXml(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`
}

function write([name, content, attributes = {}]: Element, indent: string): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const start = `${indent}<${name}${said.join('')}>`
  if (typeof content === 'string') return `${start}${escaped(content)}</${name}>\n`
  const children = content.filter((child) => child !== null).map((child) => write(child, `${indent}  `))
  return `${start}\n${children.join('')}${indent}</${name}>\n`
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(forbidden, '\uFFFD')
    .replace(/[&<>"]/g, (character) => escapes[character]!)
}
