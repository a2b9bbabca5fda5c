// The import rule: contract <- platform <- mail | audit <- identity <- api-keys <- insights | provider <- app.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

interface Zone {
  name: string
  /** What its files may import beside each other: names of zones. */
  from: readonly string[]
  /** Whether it may use a package from npm (by name), or one of Node's own modules (as `node:`). */
  packages: (name: string) => boolean
}

const any = () => true
const zones: readonly Zone[] = [
  { name: 'contract', from: [], packages: (name) => name === 'zod' },
  { name: 'platform', from: ['contract'], packages: any },
  { name: 'mail', from: ['contract', 'platform'], packages: any },
  { name: 'audit', from: ['contract', 'platform'], packages: any },
  { name: 'identity', from: ['contract', 'platform', 'mail', 'audit'], packages: any },
  { name: 'api-keys', from: ['contract', 'platform', 'mail', 'audit', 'identity'], packages: any },
  { name: 'insights', from: ['contract', 'platform', 'audit', 'identity', 'api-keys'], packages: any },
  { name: 'provider', from: ['contract', 'platform', 'audit', 'identity', 'api-keys'], packages: any },
  {
    name: 'app',
    from: ['contract', 'platform', 'mail', 'audit', 'identity', 'api-keys', 'insights', 'provider'],
    packages: any,
  },
  { name: 'client', from: ['contract'], packages: any },
  { name: 'cli', from: ['contract', 'client'], packages: any },
  { name: 'web', from: ['contract', 'client'], packages: any },
]

const mayReadEnvironment = ['server/config.ts', 'cli/environment.ts']
const environment =
  /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\s*\[\s*['"]env['"]|\benv\b[^;'"]*from\s*['"](?:node:)?process['"]/

/** A tree of source files: path from the root, with `/`, to text. */
type Tree = Readonly<Record<string, string>>

/** Everything in the tree that breaks the rule, a sentence each. `aliases` is `imports` of package.json. */
function violations(tree: Tree, aliases: Readonly<Record<string, string>>): string[] {
  return Object.entries(tree).flatMap(([path, source]) => {
    const zone = zoneOf(path)
    if (zone === 'free') return []
    if (!zone) return [`${path} belongs to no part of the layout`]
    const code = withoutComments(source)
    const found = importsIn(code).flatMap((specifier) => {
      const why = refusal(path, zone, specifier, aliases)
      return why ? [`${path} imports ${specifier}: ${why}`] : []
    })
    if (environment.test(code) && zone.name !== 'web' && !mayReadEnvironment.includes(path)) {
      found.push(`${path} reads process.env: only ${mayReadEnvironment.join(', ')} does`)
    }
    return found
  })
}

function refusal(
  path: string,
  zone: Zone,
  specifier: string | null,
  aliases: Readonly<Record<string, string>>,
): string | null {
  if (specifier === null) return 'what it imports is not a plain string, so nobody can check it'
  if (!/^[.#/]/.test(specifier)) {
    return zone.packages(packageOf(specifier)) ? null : `${zone.name} may not use this package`
  }
  const byAlias = specifier.startsWith('#')
  const target = byAlias ? resolveAlias(specifier, aliases) : join(dirname(path), specifier)
  if (!target) return 'package.json declares no such import'
  // The version is told by the server and by the command line.
  if (target === 'package.json' && ['app', 'cli'].includes(zone.name)) return null
  const other = zoneOf(target)
  if (other === 'free') return 'product code may not use tests, scripts or tools'
  if (!other) return `${target} belongs to no part of the layout`
  if (other === zone) return null
  if (!zone.from.includes(other.name)) return `${zone.name} may not see ${other.name}`
  return byAlias ? null : `${other.name} is entered through its index, as #${other.name}`
}

/**
 * The part that a path belongs to; 'free' for what is bound by no rule, and which no product code may use.
 */
function zoneOf(path: string): Zone | 'free' | undefined {
  const [top = '', second = ''] = path.split('/')
  if (/\.test\.tsx?$/.test(path) || ['scripts', 'bench', 'e2e'].includes(top)) return 'free'
  if (top === 'server' && path.includes('/testing/')) return 'free'
  // What lies in server/ itself, beside app.ts, is the application, and so are its folders.
  const ofApp = second.endsWith('.ts') || ['commands', 'mcp', 'metrics', 'reference'].includes(second)
  const name = top !== 'server' ? top : ofApp ? 'app' : second
  return zones.find((zone) => zone.name === name)
}

function resolveAlias(specifier: string, aliases: Readonly<Record<string, string>>): string | null {
  for (const [alias, target] of Object.entries(aliases)) {
    const [before = '', after] = alias.split('*')
    if (
      after === undefined ? specifier !== alias : !specifier.startsWith(before) || !specifier.endsWith(after)
    ) {
      continue
    }
    const rest = after === undefined ? '' : specifier.slice(before.length, specifier.length - after.length)
    return join('.', target.replace('*', rest))
  }
  return null
}

function packageOf(specifier: string): string {
  if (builtinModules.includes(specifier.split('/')[0] ?? '') || specifier.startsWith('node:')) return 'node:'
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** What a file imports, in any of the ways there are; null for one that is computed. */
function importsIn(code: string): (string | null)[] {
  const ways = [
    /\b(?:import|export)\b[\w$*\s{},]*?\bfrom\s*(['"])([^'"\n]+)\1/g,
    /\bimport\s*(['"])([^'"\n]+)\1/g,
    /\b(?:import|require|import\.meta\.resolve|require\.resolve)\s*\(\s*(['"`])([^'"`\n$]+)\1\s*[,)]/g,
    /\bnew\s+URL\s*\(\s*(['"`])([^'"`\n$]+\.tsx?)\1\s*,\s*import\.meta\.url/g,
  ]
  const plain = ways.flatMap((way) => [...code.matchAll(way)].map((match) => match[2] ?? null))
  const computed = /(?<![\w$.])import\s*\((?!\s*(['"`])[^'"`\n$]+\1\s*[,)])/.test(code)
  return computed ? [...plain, null] : plain
}

/**
 * The text with its comments blanked. Strings, templates and regular expressions are stepped over, so that
 * `//` in an address is none. It stays on the safe side: in doubt it leaves text in, which can only find too
 * much.
 */
function withoutComments(source: string): string {
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|`(?:\\[\s\S]|[^`\\])*`?|(?<=(?:^|[=(,:[!&|?{};+*%~^<>-]|\breturn|\btypeof)\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//gm
  return source.replace(token, (found) => (/^\/[/*]/.test(found) ? ' ' : found))
}

function readTree(): Tree {
  const root = dirname(import.meta.dirname)
  const paths = globSync('{contract,server,client,cli,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules', 'web/dist', 'web/vite.config.ts'],
  })
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

function readAliases(): Record<string, string> {
  return JSON.parse(readFileSync(join(dirname(import.meta.dirname), 'package.json'), 'utf8')).imports
}

test('imports point one way', () => {
  assert.deepEqual(violations(readTree(), readAliases()), [])
})

test('each name for a part of the product leads to its index', () => {
  for (const [alias, target] of Object.entries(readAliases())) {
    const zone = zoneOf(join('.', target))
    if (zone === 'free' || zone?.name === 'app') continue
    assert.match(target, /\/index\.ts$/, alias)
    assert.equal(alias, `#${zone?.name}`)
  }
})

test('what the rule allows passes', () => {
  const tree = {
    'contract/index.ts': `import { z } from 'zod'\nexport * from './keys.ts'`,
    'contract/keys.ts': `export {}`,
    'server/platform/http.ts': `import fastify from 'fastify'\nimport { operations } from '#contract'`,
    'server/platform/database/pool.ts': `import { log } from '../log.ts'\nnew URL('./worker.ts', import.meta.url)`,
    'server/insights/index.ts': `import { record } from '#audit'\nawait import('./projects/index.ts')`,
    'server/app.ts': `import { a } from '#insights'\nimport { b } from '#provider'\nimport { c } from './config.ts'`,
    'server/commands/transfer.ts': `import '#identity'\nimport { readSecret } from '../secret.ts'`,
    'server/config.ts': `export const port = process.env.PORT`,
    'server/provider/provider.test.ts': `import '#insights'\nimport { x } from '../audit/list.ts'\nprocess.env.X`,
    'server/testing/index.ts': `import { app } from '../app.ts'\nprocess.env.X`,
    'web/app/router.tsx': `import { call } from '#client'\nconst a = <p>it's // fine</p>`,
    'cli/run.ts': `// import '#platform'\n/* import '#platform' */ const url = 'http://x' // from '#audit'`,
  }
  assert.deepEqual(violations(tree, readAliases()), [])
})

for (const [what, path, source] of [
  ['the contract using a library', 'contract/index.ts', `import pg from 'pg'`],
  ['the contract using Node', 'contract/index.ts', `import { readFileSync } from 'fs'`],
  ['the contract using the server', 'contract/index.ts', `import '#platform'`],
  ['platform knowing a module', 'server/platform/http.ts', `import { verify } from '#api-keys'`],
  ['a module knowing the configuration', 'server/audit/list.ts', `import { config } from '#config'`],
  ['insights using provider', 'server/insights/index.ts', `import type { Item } from '#provider'`],
  ['provider using insights', 'server/provider/index.ts', `export * from '#insights'`],
  ['a deep path into a module', 'server/insights/a.ts', `import { x } from '../audit/list.ts'`],
  ['a relative path to an index', 'server/app.ts', `import { x } from './audit/index.ts'`],
  ['a name that is not declared', 'server/app.ts', `import { x } from '#audit/list'`],
  ['an import over several lines', 'server/audit/a.ts', `import {\n  a,\n  type B as C,\n} from '#identity'`],
  ['an import for its effect', 'server/audit/a.ts', `import '#identity'`],
  ['a dynamic import', 'server/audit/a.ts', `const x = await import('#identity')`],
  ['an import in a type', 'server/audit/a.ts', `type X = import("#identity").X`],
  ['a computed import', 'server/audit/a.ts', `await import('../' + name)`],
  ['a worker of another module', 'server/audit/a.ts', `new URL('../identity/w.ts', import.meta.url)`],
  ['an import after text with slashes', 'server/audit/a.ts', `const a = 'http://x'; import '#identity'`],
  [
    'an import after a regular expression',
    'server/audit/a.ts',
    `const a = /[/*]'/; import '#identity' /* x */`,
  ],
  ['the web seeing the server', 'web/app/a.tsx', `import { x } from '../../server/app.ts'`],
  ['the command line seeing the server', 'cli/a.ts', `import { x } from '#platform'`],
  ['the client seeing the web', 'client/a.ts', `import { x } from '../web/a.ts'`],
  ['product code using a test', 'server/audit/a.ts', `import { x } from './a.test.ts'`],
  ['product code using what tests stand on', 'server/app.ts', `import { x } from '#testing'`],
  ['product code using a script', 'cli/a.ts', `import { x } from '../scripts/dev.ts'`],
  ['a folder of no part', 'server/misc/a.ts', ''],
  ['the environment read by a module', 'server/audit/a.ts', `const x = process.env.HOME`],
  ['the environment read by another name', 'cli/a.ts', `import { env } from 'node:process'`],
] as const) {
  test(`the rule reports ${what}`, () => {
    assert.equal(violations({ [path]: source }, readAliases()).length, 1)
  })
}
