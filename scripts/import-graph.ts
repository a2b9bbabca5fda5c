import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Source files: path from the root, with `/`, to text. */
export type Tree = Readonly<Record<string, string>>

/** The `imports` of package.json. */
export type Aliases = Readonly<Record<string, string>>

const root = dirname(import.meta.dirname)

/** Reads the TypeScript files of folders, without what Vite builds and is configured by. */
export function readTree(...folders: string[]): Tree {
  const paths = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root, exclude: ['**/node_modules', 'web/dist', 'web/vite.config.ts'] },
  )
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

export function readAliases(): Aliases {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports
}

/** Returns whether a path is a test or only serves tests. */
export const isForTests = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path)

/** Returns the path that a relative import or an alias leads to; null for an alias that is not declared. */
export function resolveImport(path: string, specifier: string, aliases: Aliases): string | null {
  if (!specifier.startsWith('#')) return join(dirname(path), specifier)
  const exact = aliases[specifier]
  if (exact) return join('.', exact)
  for (const [alias, target] of Object.entries(aliases)) {
    const [before, after] = alias.split('*')
    if (after === undefined || !specifier.startsWith(before!) || specifier === before) continue
    return join('.', target.replace('*', specifier.slice(before!.length)))
  }
  return null
}

/**
 * Returns one line for each cycle. In every folder, its children (files and folders) must import one another in one
 * direction only; imports of types count. Tests are left out.
 */
export function cyclesIn(tree: Tree, aliases: Aliases): string[] {
  return [...graphsOf(tree, aliases)].flatMap(([folder, graph]) => {
    const found = new Map<string, string[]>()
    for (const child of [...graph.keys()].sort()) {
      const cycle = shortestCycle(graph, child)
      const name = cycle?.toSorted().join()
      if (cycle && name && !found.has(name)) found.set(name, cycle)
    }
    return [...found.values()].map((cycle) => {
      const examples = cycle.map((child, i) => graph.get(child)?.get(cycle[(i + 1) % cycle.length]!))
      return `${folder || '.'}: ${[...cycle, cycle[0]].join(' -> ')} (${examples.join('; ')})`
    })
  })
}

/** From a child of a folder to the children it imports, each with an example. */
type Graph = Map<string, Map<string, string>>

function graphsOf(tree: Tree, aliases: Aliases): Map<string, Graph> {
  const graphs = new Map<string, Graph>()
  for (const [path, source] of Object.entries(tree)) {
    if (isForTests(path)) continue
    for (const specifier of importsIn(source)) {
      const target = specifier && /^[.#]/.test(specifier) ? resolveImport(path, specifier, aliases) : null
      if (!target || target === path || isForTests(target) || !(target in tree)) continue
      const [from, to] = [path.split('/'), target.split('/')]
      const depth = from.findIndex((part, index) => part !== to[index])
      const folder = from.slice(0, depth).join('/')
      const graph = graphs.get(folder) ?? new Map()
      graphs.set(folder, graph)
      const edges = graph.get(from[depth]!) ?? new Map()
      graph.set(from[depth]!, edges.set(to[depth]!, `${path} imports ${target}`))
    }
  }
  return graphs
}

/** Finds the shortest way from a child back to itself, breadth first. */
function shortestCycle(graph: Graph, start: string): string[] | undefined {
  const seen = new Set<string>()
  const ways = [[start]]
  for (const way of ways) {
    for (const next of graph.get(way.at(-1)!)?.keys() ?? []) {
      if (next === start) return way
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  }
  return undefined
}

/** Returns what a file imports in any form; null stands for an import that is computed. */
export function importsIn(source: string): (string | null)[] {
  const code = withoutComments(source)
  const forms = [
    /\b(?:import|export)\b[\w$*\s{},]*?\bfrom\s*(['"])([^'"\n]+)\1/g,
    /\bimport\s*(['"])([^'"\n]+)\1/g,
    /\b(?:import|require|import\.meta\.resolve|require\.resolve)\s*\(\s*(['"`])([^'"`\n$]+)\1\s*[,)]/g,
    /\bnew\s+URL\s*\(\s*(['"`])([^'"`\n$]+\.tsx?)\1\s*,\s*import\.meta\.url/g,
  ]
  const plain = forms.flatMap((form) => [...code.matchAll(form)].map((match) => match[2] ?? null))
  const isComputed = /(?<![\w$.])import\s*\((?!\s*(['"`])[^'"`\n$]+\1\s*[,)])/.test(code)
  return isComputed ? [...plain, null] : plain
}

/**
 * Blanks comments. Strings, templates and regular expressions are skipped, so that `//` in an address is no comment. In
 * doubt it keeps text, which can only find too much.
 */
export function withoutComments(source: string): string {
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|`(?:\\[\s\S]|[^`\\])*`?|(?<=(?:^|[=(,:[!&|?{};+*%~^<>-]|\breturn|\btypeof)\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//gm
  return source.replace(token, (found) => (/^\/[/*]/.test(found) ? ' ' : found))
}
