import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { moduleOf, root } from './list.ts'

const mostNear = 15

/**
 * Returns a function that lists the test files most likely to notice a change of a file, the likeliest first: those of its
 * own folder and of the folders above it in its module, then those of the files that import it, by distance.
 */
export function nearTests(): (path: string) => string[] {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  const importers = importersIn(files)
  const tests = files.filter((file) => /(?<!\.browser|\.full)\.test\.ts$/.test(file))
  const stemOf = (path: string) => path.replace(/(\.test)?\.tsx?$/, '')

  return (path) => {
    const near: string[] = []
    for (let folder = dirname(path); folder === dirname(path) || folder.startsWith(moduleOf(path)); ) {
      const here = tests.filter((test) => dirname(test) === folder)
      near.push(
        ...here.sort((a, b) => Number(stemOf(b) === stemOf(path)) - Number(stemOf(a) === stemOf(path))),
      )
      folder = dirname(folder)
    }
    const reached = new Set([path])
    for (const file of reached) {
      near.push(...tests.filter((test) => stemOf(test) === stemOf(file)))
      for (const importer of importers.get(file) ?? []) reached.add(importer)
    }
    return [...new Set(near)].slice(0, mostNear)
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
