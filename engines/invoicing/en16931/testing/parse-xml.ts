import assert from 'node:assert/strict'
import type { Node } from '../xml.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Parses XML as `toXml` writes it, and fails on anything that is not well formed. */
export function parseXml(xml: string): Node {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
  assert.ok(xml.startsWith(declaration))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not occur
  assert.doesNotMatch(xml, /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/)
  assert.ok(xml.isWellFormed())
  const root: Node = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const body = xml.slice(declaration.length)
  const token = /<(\/?)([A-Za-z][\w:]*)((?: [\w:]+="[^"<]*")*)>|([^<]+)/gy
  for (let at = 0; at < body.length; at = token.lastIndex) {
    const match = token.exec(body)
    assert.ok(match, `not well formed: ${body.slice(at, at + 80)}`)
    const [, closing, name, attributes = '', text] = match
    const current = open.at(-1)!
    if (text !== undefined) current.text += decode(text)
    else if (closing) assert.equal(open.pop()!.name, name)
    else {
      const node: Node = { name: name!, attributes: attributesIn(attributes), children: [], text: '' }
      current.children.push(node)
      open.push(node)
    }
  }
  assert.equal(open.length, 1)
  assert.equal(root.children.length, 1)
  return root.children[0]!
}

function attributesIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name, value]) => [name, decode(value!)]),
  )
}

function decode(text: string): string {
  assert.doesNotMatch(text, /&(?!(amp|lt|gt|quot);)/)
  return text.replace(/&(\w+);/g, (_, name: string) => entities[name]!)
}

/** Returns all elements at a path of names without prefixes: `all(root, 'TaxTotal', 'TaxSubtotal')`. */
export function all(node: Node, ...path: string[]): Node[] {
  return path.reduce(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => local(child.name) === name)),
    [node],
  )
}

/** Returns the text of the only element at a path, or undefined. */
export function one(node: Node, ...path: string[]): string | undefined {
  const found = all(node, ...path)
  assert.ok(found.length <= 1, `${path.join('/')} occurs ${found.length} times`)
  return found[0]?.text
}

/** Returns an element with all elements in it, at any depth. */
export const everywhere = (node: Node): Node[] => [node, ...node.children.flatMap(everywhere)]

/** Returns the name of an element without its prefix. */
export const local = (name: string): string => name.replace(/^.*:/, '')
