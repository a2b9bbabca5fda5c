// The import rule. contract/rules <- contract and engines <- server; in the server, platform <- settings <- audit | mail <- identity <-
// api-keys <- insights | provider <- start <- front <- operating <- app. In every folder, its children import one another without
// a cycle.
import assert from 'node:assert/strict'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  type Aliases,
  cyclesIn,
  importsIn,
  isForTests,
  readAliases,
  readTree,
  resolveImport,
  type Tree,
  withoutComments,
} from './import-graph.ts'

interface Zone {
  name: string
  /** Names of the other zones that its files may import. */
  from: readonly string[]
  /** Whether it may use a package from npm (by name), or one of Node's own modules (as `node:`). */
  packages: (name: string) => boolean
}

const any = () => true
const onlyZod = (name: string) => name === 'zod'
const engines = [
  ...[
    'extraction',
    'matching',
    'language',
    'pseudonyms',
    'retrieval',
    'sentiment',
    'summaries',
    'linkage',
    'invoicing',
  ],
].map((name) => `engines/${name}`)
/** What every module of the server may import. */
const shared = ['contract/rules', 'contract', ...engines, 'platform', 'settings']
const accounts = ['audit', 'mail', 'identity', 'api-keys']
const zones: readonly Zone[] = [
  { name: 'contract/rules', from: [], packages: onlyZod },
  { name: 'contract', from: ['contract/rules'], packages: onlyZod },
  ...engines.map((name) => ({ name, from: ['contract/rules', ...engines], packages: any })),
  { name: 'processes', from: [], packages: (name) => name === 'node:' },
  { name: 'platform', from: ['contract/rules', 'contract'], packages: any },
  { name: 'settings', from: shared, packages: any },
  { name: 'mail', from: shared, packages: any },
  { name: 'audit', from: shared, packages: any },
  { name: 'identity', from: [...shared, 'mail', 'audit'], packages: any },
  { name: 'backups', from: [...shared, 'processes', 'audit'], packages: any },
  { name: 'api-keys', from: [...shared, ...accounts], packages: any },
  { name: 'insights', from: [...shared, ...accounts, 'processes'], packages: any },
  { name: 'provider', from: [...shared, ...accounts, 'processes'], packages: any },
  {
    name: 'app',
    from: [...shared, ...accounts, 'backups', 'insights', 'provider', 'client', 'cli'],
    packages: any,
  },
  { name: 'client', from: ['contract/rules', 'contract'], packages: any },
  { name: 'cli', from: ['contract/rules', 'contract', 'client'], packages: any },
  { name: 'web', from: ['contract/rules', 'contract', 'client'], packages: any },
]

/** Parts of the application, by folder; the rest is the list of modules, and its programs. */
const ofApp = ['start', 'front', 'operating']
const atTheRoot = ['aerie.ts', 'app.ts', 'main.ts', 'vite.config.ts']
/** Zones within the folders of others. */
const inner = new Map([
  ['contract/rules', 'contract/rules'],
  ['server/platform/processes', 'processes'],
  ['server/operating/backups', 'backups'],
])

const mayReadEnvironment = ['server/start/config.ts', 'cli/environment.ts']
const environment =
  /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\s*\[\s*['"]env['"]|\benv\b[^;'"]*from\s*['"](?:node:)?process['"]/

/** Returns one sentence for each violation of the rule. */
function violations(tree: Tree, aliases: Aliases): string[] {
  return Object.entries(tree).flatMap(([path, source]) => {
    const zone = zoneOf(path)
    if (zone === 'free') return []
    if (!zone) return [`${path} belongs to no part of the layout`]
    const found = importsIn(source).flatMap((specifier) => {
      const problem = problemWith(path, zone, specifier, aliases)
      return problem ? [`${path} imports ${specifier}: ${problem}`] : []
    })
    const isExempt = zone.name === 'web' || mayReadEnvironment.includes(path)
    if (!isExempt && environment.test(withoutComments(source))) {
      found.push(`${path} reads process.env: only ${mayReadEnvironment.join(', ')} does`)
    }
    return found
  })
}

function problemWith(path: string, zone: Zone, specifier: string | null, aliases: Aliases): string | null {
  if (specifier === null) return 'a computed import cannot be checked'
  if (!/^[.#/]/.test(specifier)) {
    return zone.packages(packageOf(specifier)) ? null : `${zone.name} may not use this package`
  }
  const byAlias = specifier.startsWith('#')
  const target = resolveImport(path, specifier, aliases)
  if (!target) return 'package.json declares no such import'
  // The server and the command line report the version.
  if (target === 'package.json' && ['app', 'cli'].includes(zone.name)) return null
  const other = zoneOf(target)
  if (other === 'free') return 'product code may not use tests, scripts or tools'
  if (!other) return `${target} belongs to no part of the layout`
  if (other === zone) return null
  if (!zone.from.includes(other.name)) return `${zone.name} may not import ${other.name}`
  return byAlias || zone.name === 'contract'
    ? null
    : `import ${other.name} through its index, as #${other.name.replace('contract/', '')}`
}

/** Returns the zone of a path; 'free' for tests and tools, which are bound by no rule and off limits to product code. */
function zoneOf(path: string): Zone | 'free' | undefined {
  const [top = '', second = ''] = path.split('/')
  if (isForTests(path) || ['scripts', 'bench', 'e2e'].includes(top)) return 'free'
  const within = path.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))
  const innerName = within.map((folder) => inner.get(folder)).find(Boolean)
  const isOfApp = ofApp.includes(second) || atTheRoot.includes(second)
  const ofServer = isOfApp ? 'app' : second
  const name = innerName ?? (top === 'server' ? ofServer : top === 'engines' ? `${top}/${second}` : top)
  return zones.find((zone) => zone.name === name)
}

function packageOf(specifier: string): string {
  if (builtinModules.includes(specifier.split('/')[0] ?? '') || specifier.startsWith('node:')) return 'node:'
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

test('imports point one way', () => {
  assert.deepEqual(
    violations(readTree('contract', 'engines', 'server', 'client', 'cli', 'web'), readAliases()),
    [],
  )
})

test('no folder has an import cycle among its children', () => {
  const tree = readTree('contract', 'engines', 'server', 'client', 'cli', 'web', 'scripts', 'bench', 'e2e')
  assert.deepEqual(cyclesIn(tree, readAliases()), [])
})

/** Parts of modules that programs load without the rest, because it would take much memory. */
const parts = ['#errors', '#rules/*', '#engines/*', '#database', '#files', '#config']

test('each alias leads to the index of its module, or to a part of one', () => {
  for (const [alias, target] of Object.entries(readAliases())) {
    if (parts.includes(alias)) continue
    const zone = zoneOf(join('.', target))
    assert.ok(zone, alias)
    if (zone === 'free' || zone.name === 'app') continue
    assert.match(target, /\/index\.ts$/, alias)
    assert.equal(alias, `#${zone.name}`)
  }
})

test('the rule allows what it should', () => {
  const tree = {
    'contract/index.ts': `import { z } from 'zod'\nexport * from './keys.ts'`,
    'contract/keys.ts': `export {}`,
    'server/platform/http.ts': `import fastify from 'fastify'\nimport { operations } from '#contract'`,
    'server/platform/database/pool.ts': `import { log } from '../log.ts'\nnew URL('./worker.ts', import.meta.url)`,
    'server/insights/index.ts': `import { record } from '#audit'\nawait import('./projects/index.ts')`,
    'contract/rules/money.ts': `import { Decimal } from './decimal.ts'`,
    'engines/matching/index.ts': `import { Decimal } from '#rules/decimal'\nimport { wordsOf } from '#engines/language'`,
    'server/insights/words.ts': `import { wordsOf } from '#engines/language'\nimport { own } from '#rules/own'`,
    'server/app.ts': `import { a } from '#insights'\nimport { b } from '#provider'\nimport { c } from './start/config.ts'`,
    'server/operating/transfer.ts': `import '#identity'\nimport { readSecret } from '../start/secret.ts'`,
    'server/start/config.ts': `export const port = process.env.PORT`,
    'server/provider/provider.test.ts': `import '#insights'\nimport { x } from '../audit/list.ts'\nprocess.env.X`,
    'server/testing/index.ts': `import { app } from '../app.ts'\nprocess.env.X`,
    'web/app/router.tsx': `import { call } from '#client'\nconst a = <p>it's // fine</p>`,
    'cli/run.ts': `// import '#platform'\n/* import '#platform' */ const url = 'http://x' // from '#audit'`,
  }
  assert.deepEqual(violations(tree, readAliases()), [])
})

for (const [what, path, source] of [
  ['a library in the contract', 'contract/index.ts', `import pg from 'pg'`],
  ['a Node module in the contract', 'contract/index.ts', `import { readFileSync } from 'fs'`],
  ['the server in the contract', 'contract/index.ts', `import '#platform'`],
  ['a module in platform', 'server/platform/http.ts', `import { verify } from '#api-keys'`],
  ['the configuration in a module', 'server/audit/list.ts', `import { config } from '#config'`],
  ['provider in insights', 'server/insights/index.ts', `import type { Item } from '#provider'`],
  ['insights in provider', 'server/provider/index.ts', `export * from '#insights'`],
  ['a deep path into a module', 'server/insights/a.ts', `import { x } from '../audit/list.ts'`],
  ['a relative path to an index', 'server/app.ts', `import { x } from './audit/index.ts'`],
  ['an alias that is not declared', 'server/app.ts', `import { x } from '#audit/list'`],
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
  ['the server in the web app', 'web/app/a.tsx', `import { x } from '../../server/app.ts'`],
  ['the server in the command line', 'cli/a.ts', `import { x } from '#platform'`],
  ['the web app in the client', 'client/a.ts', `import { x } from '../web/a.ts'`],
  ['a test in product code', 'server/audit/a.ts', `import { x } from './a.test.ts'`],
  ['test helpers in product code', 'server/app.ts', `import { x } from '#testing'`],
  ['a script in product code', 'cli/a.ts', `import { x } from '../scripts/dev.ts'`],
  ['a folder outside the layout', 'server/misc/a.ts', ''],
  ['a loose file at the root of the server', 'server/helpers.ts', ''],
  ['the server in an engine', 'engines/linkage/index.ts', `import { sql } from '#database'`],
  ['operations in an engine', 'engines/matching/index.ts', `import type { Tracker } from '#contract'`],
  ['an unknown engine', 'engines/misc/index.ts', ''],
  ['a deep path into an engine', 'engines/matching/a.ts', `import { x } from '../language/words.ts'`],
  [
    'a deep path into an engine from the server',
    'server/insights/a.ts',
    `import '../../engines/language/words.ts'`,
  ],
  ['the server in the rules', 'contract/rules/a.ts', `import { x } from '#platform'`],
  ['operations in the rules', 'contract/rules/a.ts', `import { x } from '../users.ts'`],
  ['a module that reads the environment', 'server/audit/a.ts', `const x = process.env.HOME`],
  ['the environment under another name', 'cli/a.ts', `import { env } from 'node:process'`],
] as const) {
  test(`the rule reports ${what}`, () => {
    assert.equal(violations({ [path]: source }, readAliases()).length, 1)
  })
}

const acyclic = {
  'server/insights/index.ts': `import './projects/index.ts'\nimport './library/live.ts'`,
  'server/insights/projects/index.ts': `import '../library/live.ts'`,
  'server/insights/library/live.ts': `import { sql } from 'kysely'`,
  'server/insights/library/live.test.ts': `import '../projects/index.ts'`,
  'server/insights/library/testing/live.ts': `import '../../projects/index.ts'`,
}

test('the cycle check allows imports in one direction, and any in tests', () => {
  assert.deepEqual(cyclesIn(acyclic, readAliases()), [])
})

for (const [folder, cycle, files] of [
  [
    'server/insights',
    'projects -> sources -> projects',
    {
      'server/insights/projects/remove.ts': `import { removeSources } from '../sources/remove-of-project.ts'`,
      'server/insights/sources/remove-of-project.ts': `import { live } from '../projects/live.ts'`,
      'server/insights/projects/live.ts': '',
    },
  ],
  [
    'server/insights',
    'projects -> trackers -> projects',
    {
      'server/insights/projects/remove.ts': `import { removal } from '../trackers/removal-job.ts'`,
      'server/insights/trackers/removal-job.ts': '',
      'server/insights/trackers/list.ts': `import { live } from '../projects/live.ts'`,
      'server/insights/projects/live.ts': '',
    },
  ],
  [
    'server/insights',
    'sources -> trackers -> sources',
    {
      'server/insights/trackers/mentions.ts': `import { rows } from '../sources/rows.ts'`,
      'server/insights/sources/rows.ts': '',
      'server/insights/sources/create.ts': `import { scan } from '../trackers/index.ts'`,
      'server/insights/trackers/index.ts': '',
    },
  ],
  [
    'server/insights',
    'projects -> trackers -> sources -> projects',
    {
      'server/insights/projects/remove.ts': `import '../trackers/index.ts'`,
      'server/insights/trackers/index.ts': `import '../sources/rows.ts'`,
      'server/insights/sources/rows.ts': `import { live } from '../projects/live.ts'`,
      'server/insights/projects/live.ts': '',
    },
  ],
  [
    'web/features',
    'projects -> sources -> projects',
    {
      'web/features/projects/project-page.tsx': `import { Search } from '../sources/search.tsx'`,
      'web/features/sources/search.tsx': `import { useProject } from '../projects/use-project.ts'`,
      'web/features/projects/use-project.ts': '',
    },
  ],
  [
    'web/features/sessions',
    'app-code.tsx -> second-step.tsx -> app-code.tsx',
    {
      'web/features/sessions/second-step.tsx': `import { AppCode } from './app-code.tsx'`,
      'web/features/sessions/app-code.tsx': `import { type Step, next } from './second-step.tsx'`,
    },
  ],
  [
    'web/features/sessions',
    'recovery-code.tsx -> second-step.tsx -> recovery-code.tsx',
    {
      'web/features/sessions/recovery-code.tsx': `import type { Step } from './second-step.tsx'`,
      'web/features/sessions/second-step.tsx': `import { RecoveryCode } from './recovery-code.tsx'`,
    },
  ],
  [
    'server/operating/metrics',
    'calls.ts -> index.ts -> calls.ts',
    {
      'server/operating/metrics/index.ts': `export * from './calls.ts'`,
      'server/operating/metrics/calls.ts': `type Metrics = import('./index.ts').Metrics`,
    },
  ],
  [
    'server',
    'audit -> platform -> audit',
    {
      'server/platform/index.ts': `import { record } from '#audit'`,
      'server/audit/index.ts': `import { Refusal } from '#platform'`,
    },
  ],
] as const) {
  test(`the cycle check reports ${cycle} in ${folder}`, () => {
    const found = cyclesIn({ ...acyclic, ...files }, readAliases())
    assert.equal(found.length, 1, found.join('\n'))
    assert.ok(found[0]?.startsWith(`${folder}: ${cycle} (`), found[0])
  })
}
