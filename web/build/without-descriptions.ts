import { dirname, join } from 'node:path'
import { type Plugin, Visitor } from 'vite'

const contract = join(dirname(dirname(import.meta.dirname)), 'contract')

/** Leaves out the contract's summaries and descriptions, which only the reference and the server need. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    transform(code, id) {
      if (!id.startsWith(contract)) return null
      const left: [start: number, end: number, instead: string][] = []
      const visitor = new Visitor({
        CallExpression({ callee, end }) {
          if (callee.type === 'MemberExpression' && identifierOf(callee.property) === 'describe')
            left.push([callee.object.end, end, ''])
        },
        Property({ key, value }) {
          // A field of a result can have this name, too: its value is a schema.
          if (identifierOf(key) === 'summary' && value.type !== 'CallExpression')
            left.push([value.start, value.end, "''"])
        },
      })
      visitor.visit(this.parse(code))
      // Cuts from the end, so that earlier positions stay the same.
      const short = left
        .sort(([, a], [, b]) => b - a)
        .reduce((text, [start, end, instead]) => text.slice(0, start) + instead + text.slice(end), code)
      return { code: short, map: null }
    },
  }
}

const identifierOf = (node: { type: string; name?: unknown }): unknown =>
  node.type === 'Identifier' ? node.name : null
