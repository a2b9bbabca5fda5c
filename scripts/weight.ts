// Keeps the code from growing unnoticed. Prints lines by folder next to docs/weight.md, and reports folders that grew, small files
// that only their neighbour imports, large folders without a README, and loose files at the root of the server.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Aliases, importsIn, isForTests, readAliases, resolveImport, type Tree } from './import-graph.ts'

const root = dirname(import.meta.dirname)
const products = ['contract', 'engines', 'server', 'client', 'cli', 'web']
const folders = [...products, 'scripts', 'bench', 'e2e']
const smallLines = 40
const filesWithoutReadme = 10
const readmeLines = 15
const mostGrowth = 300
const atServerRoot = ['aerie.ts', 'app.ts', 'main.ts', 'vite.config.ts']

const isTest = (path: string): boolean => isForTests(path) || path.startsWith('e2e/')
const isProduct = (path: string): boolean => products.includes(path.split('/')[0]!) && !isTest(path)
const isReadme = (path: string): boolean => basename(path) === 'README.md'
const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/**
 * Returns small product files that only a file beside them imports, and that have no test of their own. Operations, pages,
 * entries of threads and processes, and files that state why they are separate may be small.
 */
export function splintersIn(tree: Tree, aliases: Aliases): string[] {
  const importers = new Map<string, Set<string>>()
  for (const [path, text] of Object.entries(tree)) {
    if (!isProduct(path)) continue
    for (const specifier of importsIn(text)) {
      const target = specifier && /^[.#]/.test(specifier) ? resolveImport(path, specifier, aliases) : null
      if (target) importers.set(target, (importers.get(target) ?? new Set()).add(path))
    }
  }
  return Object.entries(tree).flatMap(([path, text]) => {
    const [importer, ...others] = importers.get(path) ?? []
    const stem = path.replace(/\.tsx?$/, '')
    const isSplinter =
      /\.tsx?$/.test(path) &&
      isProduct(path) &&
      basename(path) !== 'index.ts' &&
      linesOf(text) <= smallLines &&
      importer !== undefined &&
      others.length === 0 &&
      dirname(importer) === dirname(path) &&
      !['index.ts', 'routes.tsx'].includes(basename(importer)) &&
      !['', '.full', '.browser'].some((kind) => `${stem}${kind}.test.ts` in tree) &&
      !mayBeSmall(text) &&
      !tree[importer]!.includes(`new URL('./${basename(path)}'`)
    return isSplinter
      ? [
          `${path}: ${linesOf(text)} lines, imported by ${basename(importer)} only: merge them, or begin with // Separate because`,
        ]
      : []
  })
}

const mayBeSmall = (text: string): boolean =>
  text.startsWith('// Separate because ') ||
  /\bimplement(Outside|OnSnapshot)?\(|\bparentPort\b|^await serve\(/m.test(text)

/** Returns folders of many files without a short README. Tests, fixtures, data and migrations are not counted. */
export function unexplainedIn(tree: Tree): string[] {
  const counted = Object.keys(tree).filter(
    (path) => !isTest(path) && !isReadme(path) && !/\/(fixtures|data|migrations|generated)\//.test(path),
  )
  const groups = [...Map.groupBy(counted, dirname)].filter(([, files]) => files.length > filesWithoutReadme)
  return groups.flatMap(([folder, files]) => {
    const readme = tree[`${folder}/README.md`]
    if (readme === undefined) return [`${folder}: ${files.length} files and no README.md`]
    return linesOf(readme) > readmeLines ? [`${folder}/README.md: more than ${readmeLines} lines`] : []
  })
}

/** Returns files at the root of the server that belong in a folder. */
export const looseIn = (tree: Tree): string[] =>
  Object.keys(tree)
    .filter((path) => dirname(path) === 'server' && !isReadme(path) && !atServerRoot.includes(basename(path)))
    .map((path) => `${path}: move it to a folder`)

export interface Weight {
  source: number
  tests: number
}

/** Returns lines by folder. Parts of engines, server and web are counted separately. */
export function weightsOf(tree: Tree): Map<string, Weight> {
  const weights = new Map<string, Weight>()
  for (const [path, text] of Object.entries(tree)) {
    if (isReadme(path)) continue
    const [top, part, ...rest] = path.split('/')
    const folder = ['engines', 'server', 'web'].includes(top!) && rest.length > 0 ? `${top}/${part}` : top!
    const weight = weights.get(folder) ?? { source: 0, tests: 0 }
    weight[isTest(path) ? 'tests' : 'source'] += linesOf(text)
    weights.set(folder, weight)
  }
  return new Map([...weights].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Reads the table of docs/weight.md. Rows without a reason are left out. */
export function readTable(text: string): Map<string, Weight> {
  const rows = text.matchAll(/^\| `(.+?)` \| ([\d,]+) \| ([\d,]+) \| .*\S.* \|$/gm)
  const numberOf = (written: string) => Number(written.replaceAll(',', ''))
  return new Map(
    [...rows].map(([, folder, source, tests]) => [
      folder!,
      { source: numberOf(source!), tests: numberOf(tests!) },
    ]),
  )
}

/** Returns folders that grew by more than 300 lines beyond their row; a folder without a row counts as new. */
export function grownIn(weights: Map<string, Weight>, table: Map<string, Weight>): string[] {
  return [...weights].flatMap(([folder, { source, tests }]) => {
    const row = table.get(folder) ?? { source: 0, tests: 0 }
    const growth = source + tests - row.source - row.tests
    return growth > mostGrowth
      ? [
          `${folder}: ${growth} lines more than in docs/weight.md: update its row, with the reason in one sentence`,
        ]
      : []
  })
}

function readFiles(): Tree {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard', ...folders], {
    cwd: root,
  })
  const paths = String(listed)
    .split('\0')
    .filter(
      (path) => /\.(ts|tsx|js|mjs|css|html|sql)$|\/README\.md$/.test(path) && existsSync(join(root, path)),
    )
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

if (import.meta.main) {
  const tree = readFiles()
  const weights = weightsOf(tree)
  const table = readTable(readFileSync(join(root, 'docs/weight.md'), 'utf8'))
  const written = (count: number | undefined) => (count?.toLocaleString('en-US') ?? '-').padStart(7)
  console.log(`${'lines, and those in docs/weight.md'.padEnd(40)} source           tests`)
  for (const [folder, { source, tests }] of weights) {
    const row = table.get(folder)
    console.log(folder.padEnd(32), written(source), written(row?.source), written(tests), written(row?.tests))
  }
  const found = [
    ...splintersIn(tree, readAliases()),
    ...unexplainedIn(tree),
    ...looseIn(tree),
    ...grownIn(weights, table),
  ]
  for (const each of found) console.error(each)
  if (found.length > 0) process.exitCode = 1
}
