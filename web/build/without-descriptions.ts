import { join } from 'node:path'
import { type Plugin, Visitor } from 'vite'

const contract = join(import.meta.dirname, '../../contract/')

/** Leaves out the contract's descriptions, which only the reference and the server need. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    transform(code, id) {
      if (!id.startsWith(contract)) return null
      const left: [start: number, end: number][] = []
      new Visitor({
        CallExpression({ callee, end }) {
          if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
          if (callee.property.name === 'describe') left.push([callee.object.end, end])
        },
      }).visit(this.parse(code))
      // Cuts from the end, so that earlier positions stay the same.
      const cut = (text: string, [start, end]: (typeof left)[0]) => text.slice(0, start) + text.slice(end)
      return { code: left.sort(([, one], [, other]) => other - one).reduce(cut, code), map: null }
    },
  }
}
