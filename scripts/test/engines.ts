// An engine depends on nothing but its files and those that they import, so its tests need to pass only once for these.
import { globSync } from 'node:fs'
import { importsIn, readAliases, readTree, resolveImport } from '../import-graph.ts'
import { hashOf, hasPassed, notePassed } from './passed.ts'

const engineOf = (path: string): string | null => /^engines\/[^/]+(?=\/)/.exec(path)?.[0] ?? null

/** Returns the engines whose tests have passed with the same files before, and a function that remembers those that pass now. */
export function passedEngines(testFiles: string[]) {
  const engines = new Set(testFiles.flatMap((file) => engineOf(file) ?? []))
  const hashes = new Map([...engines].map((engine) => [engine, hashOf(filesOf(engine))]))
  const passed = new Set([...engines].filter((engine) => hasPassed(engine, hashes.get(engine)!)))
  return {
    engines: [...passed],
    isOfPassed: (file: string): boolean => passed.has(engineOf(file) ?? ''),
    /** @param failed the files that did not pass */
    note(failed: string[]): void {
      const others = new Set(failed.map(engineOf))
      for (const [engine, hash] of hashes) if (!others.has(engine)) notePassed(engine, hash)
    },
  }
}

/** Returns all files of an engine, and what they import, with all files of other engines among these: their data, too. */
function filesOf(engine: string): string[] {
  const tree = readTree('contract', 'engines', 'scripts')
  const aliases = readAliases()
  const reached = new Set(Object.keys(tree).filter((path) => engineOf(path) === engine))
  for (const path of reached)
    for (const specifier of importsIn(tree[path] ?? '')) {
      const target = specifier && /^[.#]/.test(specifier) ? resolveImport(path, specifier, aliases) : null
      if (target) reached.add(target)
    }
  const engines = new Set([...reached].flatMap((path) => engineOf(path) ?? []))
  return [...reached, ...[...engines].flatMap((folder) => globSync(`${folder}/**/*`))]
}
