import { join } from 'node:path'
import { type Plugin, Visitor } from 'vite'

const contract = join(import.meta.dirname, '../../contract/')

/** Leaves out what only the reference, the server and agents need of the contract: descriptions, names of schemas, and hints for tools. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    transform(code, id) {
      if (!id.startsWith(contract)) return null
      const replaced: [start: number, end: number, by: string][] = []
      new Visitor({
        CallExpression({ callee, arguments: given, end }) {
          if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
          const { name } = callee.property
          // Without an argument, `meta` reads.
          if (name === 'describe' || (name === 'meta' && given.length > 0))
            replaced.push([callee.object.end, end, ''])
        },
        Property({ key, value }) {
          if (key.type !== 'Identifier') return
          if (key.name === 'summary' && value.type === 'Literal')
            replaced.push([value.start, value.end, "''"])
          if (key.name === 'mcp' && value.type === 'ObjectExpression')
            replaced.push([value.start, value.end, 'null'])
        },
      }).visit(this.parse(code))
      // Replaces from the end, so that earlier positions stay the same.
      const replace = (text: string, [start, end, by]: (typeof replaced)[0]) =>
        text.slice(0, start) + by + text.slice(end)
      return { code: replaced.sort(([, one], [, other]) => other - one).reduce(replace, code), map: null }
    },
  }
}
