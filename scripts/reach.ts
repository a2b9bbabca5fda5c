// Prints how many files of other parts a file reaches by its imports: node scripts/reach.ts server/provider/billing/get-ubl.ts
import { importsIn, readAliases, readTree, resolveImport } from './import-graph.ts'

/** Every part of the product stands on these. */
const foundation = /^(contract|server\/(platform|audit|processes|backups\/process))\//

const tree = readTree('contract', 'engines', 'server', 'client', 'cli', 'web')
const aliases = readAliases()

for (const file of process.argv.slice(2)) {
  const reached = new Set([file])
  for (const path of reached) {
    for (const specifier of importsIn(tree[path] ?? '')) {
      const target = specifier && /^[.#]/.test(specifier) ? resolveImport(path, specifier, aliases) : null
      if (target && target in tree) reached.add(target)
    }
  }
  const others = [...reached].filter((path) => path !== file && !foundation.test(path))
  console.log(`${file} reaches ${reached.size} files, ${others.length} of them outside the foundation`)
}
