import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from './list.ts'

const mostNear = 15

/**
 * Returns a function that lists the test files most likely to notice a change of a file, the likeliest first: those of its
 * own folder, of the folders above it, and those that import it, by distance.
 */
export function nearTests(): (path: string) => string[] {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  const importers = importersIn(files)
  const tests = files.filter((file) => /(?<!\.browser|\.full)\.test\.ts$/.test(file))

  return (path) => {
    const stem = basename(path).replace(/\.tsx?$/, '')
    const above: string[] = []
    for (
      let folder = dirname(path);
      folder.includes('/') || folder === dirname(path);
      folder = dirname(folder)
    ) {
      const here = tests.filter((test) => dirname(test) === folder)
      above.push(...here.sort((a, b) => Number(b.includes(`/${stem}`)) - Number(a.includes(`/${stem}`))))
    }
    const reached = new Set([path])
    for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer)
    const importing = [...reached].filter((file) => tests.includes(file))
    return [...new Set([...above, ...importing])].slice(0, mostNear)
  }
}

/** By file, the files that import it. */
function importersIn(files: string[]): Map<string, Set<string>> {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const importers = new Map<string, Set<string>>()
  for (const file of files) {
    for (const [, specifier = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /(?:from|import)\s*\(?\s*'([#.][^']*)'/g,
    )) {
      const target = specifier.startsWith('#')
        ? join(imports[specifier] ?? '')
        : join(dirname(file), specifier)
      importers.set(target, (importers.get(target) ?? new Set()).add(file))
    }
  }
  return importers
}
