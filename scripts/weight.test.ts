import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { grownIn, looseIn, readTable, splintersIn, unexplainedIn, weightsOf } from './weight.ts'

const short = 'export const days = 7\n'
const importer = "import { days } from './days.ts'\n"
const aliases = { '#mail': './server/mail/index.ts' }
const reported = (tree: Record<string, string>) => splintersIn(tree, aliases).length

test('a small file that only its neighbour imports is reported', () => {
  const tree = { 'server/mail/days.ts': short, 'server/mail/send.ts': importer }
  assert.match(
    splintersIn(tree, aliases).join(),
    /^server\/mail\/days\.ts: 1 lines, imported by send\.ts only/,
  )
  assert.equal(reported({ ...tree, 'server/mail/send.test.ts': importer }), 1)
})

test('a file may be small if others need it, it has a test, or its kind or first line says why', () => {
  const tree = { 'server/mail/days.ts': short, 'server/mail/send.ts': importer }
  const changes: Record<string, string>[] = [
    { 'server/mail/days.ts': short.repeat(41) },
    { 'server/mail/queue.ts': importer },
    { 'server/mail/days.test.ts': importer },
    { 'server/mail/days.browser.test.ts': importer },
    { 'server/mail/send.ts': '', 'server/api-keys/remind.ts': "import { days } from '../mail/days.ts'" },
    { 'server/mail/send.ts': '', 'server/mail/index.ts': importer },
    { 'server/mail/send.ts': '', 'server/mail/routes.tsx': importer },
    { 'server/mail/send.ts': "new Worker(new URL('./days.ts', import.meta.url))" },
    { 'server/mail/days.ts': `// Separate because pages use it without the rest.\n${short}` },
    { 'server/mail/days.ts': 'export const days = implement(listDays, async () => 7)' },
    { 'server/mail/days.ts': "parentPort!.on('message', answer)" },
  ]
  for (const change of changes) assert.equal(reported({ ...tree, ...change }), 0, JSON.stringify(change))
})

test('a folder of more than ten files needs a README of at most fifteen lines', () => {
  const filesIn = (folder: string, count: number, ending = '.ts') =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`${folder}/${n}${ending}`, short]))
  const large = filesIn('cli', 11)
  assert.deepEqual(unexplainedIn(large), ['cli: 11 files and no README.md'])
  assert.deepEqual(unexplainedIn({ ...large, 'cli/README.md': 'line\n'.repeat(16) }), [
    'cli/README.md: more than 15 lines',
  ])
  const fine = [
    { ...large, 'cli/README.md': 'line\n'.repeat(15) },
    filesIn('cli', 10),
    { ...filesIn('cli', 10), ...filesIn('cli', 10, '.test.ts') },
    ...['server/testing', 'cli/fixtures', 'cli/data', 'server/migrations'].map((folder) =>
      filesIn(folder, 11),
    ),
  ]
  for (const tree of fine) assert.deepEqual(unexplainedIn(tree), [])
})

test('a loose file at the root of the server is reported', () => {
  assert.deepEqual(looseIn({ 'server/app.ts': '', 'server/mail/send.ts': '', 'server/metrics.ts': '' }), [
    'server/metrics.ts: move it to a folder',
  ])
})

test('a folder that grows by more than 300 lines is reported until its row has the new lines and a reason', () => {
  const weights = weightsOf({
    'engines/matching/words.ts': 'line\n'.repeat(1000),
    'engines/matching/words.test.ts': 'line\n'.repeat(301),
    'cli/index.ts': 'line\n'.repeat(300),
  })
  const grown = (row: string) => grownIn(weights, readTable(`| Folder |\n|---|\n${row}\n`))
  assert.deepEqual(weights.get('engines/matching'), { source: 1000, tests: 301 })
  assert.match(
    grown('| `engines/matching` | 1,000 | 0 | First count. |').join(),
    /^engines\/matching: 301 lines/,
  )
  assert.match(grown('| `engines/matching` | 1,000 | 301 |  |').join(), /^engines\/matching: 1301 lines/)
  assert.deepEqual(grown('| `engines/matching` | 1,000 | 1 | First count. |'), [])
})

test('a function of more than 70 lines is reported in product code, and not in tests and tools', async (t) => {
  const project = dirname(import.meta.dirname)
  const root = await mkdtemp(join(tmpdir(), 'weight-'))
  t.after(() => rm(root, { recursive: true }))
  const config = JSON.parse(await readFile(join(project, 'biome.json'), 'utf8'))
  await writeFile(
    join(root, 'biome.json'),
    JSON.stringify({ linter: config.linter, overrides: config.overrides }),
  )
  const write = async (path: string, lines: number) => {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await writeFile(
      join(root, path),
      `export function list(items: string[]) {\n${'  items.pop()\n'.repeat(lines)}}\n`,
    )
  }
  for (const path of ['server/mail/list.ts', 'web/list.tsx']) await write(path, 71)
  await write('server/mail/short.ts', 70)
  for (const folder of ['server/testing', 'scripts', 'bench', 'e2e']) await write(`${folder}/list.ts`, 71)
  await write('cli/list.test.ts', 71)

  const biome = join(project, 'node_modules/.bin/biome')
  const { stdout, stderr } = spawnSync(biome, ['lint', '--colors=off'], { cwd: root, encoding: 'utf8' })

  const found = (stdout + stderr).matchAll(/^(\S+?):\S+ lint\/complexity\/noExcessiveLinesPerFunction/gm)
  assert.deepEqual([...found].map(([, path]) => path).sort(), ['server/mail/list.ts', 'web/list.tsx'])
})
