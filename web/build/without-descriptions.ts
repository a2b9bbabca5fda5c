import { join } from 'node:path'
import { type Plugin, Visitor } from 'vite'

const contract = join(import.meta.dirname, '../../contract/')

/** What pages need less of an operation than it says. They know of a result only whether it is a file. */
const instead = new Map(Object.entries({ summary: "''", errors: '[]', mcp: 'null', result: '{}' }))

/**
 * Leaves out what only the reference, the server and agents need of the contract: descriptions, names of schemas, and of operations the
 * summaries, errors, results and hints for tools.
 */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    transform(code, id) {
      if (!id.startsWith(contract)) return null
      const replaced: [start: number, end: number, by: string][] = []
      new Visitor({
        CallExpression({ callee, arguments: given, end }) {
          if (callee.type === 'Identifier' && callee.name === 'operation') {
            const [definition] = given
            if (definition?.type !== 'ObjectExpression') return
            for (const property of definition.properties) {
              if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
              const { key, value } = property
              const by = instead.get(key.name)
              const isFile = key.name === 'result' && value.type === 'ObjectExpression'
              if (by !== undefined && !isFile)
                replaced.push([property.start, property.end, `${key.name}: ${by}`])
            }
            return
          }
          if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
          const { name } = callee.property
          // Without an argument, `meta` reads.
          if (name === 'describe' || (name === 'meta' && given.length > 0))
            replaced.push([callee.object.end, end, ''])
        },
      }).visit(this.parse(code))
      // Replaces from the end, so that earlier positions stay the same. What is within something replaced is gone with it.
      const outermost = replaced.filter(
        ([start, end]) =>
          !replaced.some(
            (other) => other[0] <= start && other[1] >= end && (other[0] < start || other[1] > end),
          ),
      )
      const replace = (text: string, [start, end, by]: (typeof replaced)[0]) =>
        text.slice(0, start) + by + text.slice(end)
      return { code: outermost.sort(([, one], [, other]) => other - one).reduce(replace, code), map: null }
    },
  }
}
