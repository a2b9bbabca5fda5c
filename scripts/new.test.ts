import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = dirname(import.meta.dirname)

let copy: string
before(async () => {
  copy = await mkdtemp(join(tmpdir(), 'aerie-new-'))
  const { stdout } = await run(
    'git',
    // With what set-up generates.
    ['ls-files', '-co', 'contract', 'client', 'engines', 'server', 'scripts/test'],
    { cwd: root },
  )
  const files = [
    ...stdout.trim().split('\n'),
    'scripts/new.ts',
    'scripts/generate.ts',
    'scripts/errors-page.ts',
    'scripts/api-guide.ts',
    'scripts/verify-tokens.ts',
  ]
  for (const file of [...files, 'package.json', 'biome.json', '.gitignore']) {
    await cp(join(root, file), join(copy, file)).catch(ignoreDeleted)
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
})
after(() => rm(copy, { recursive: true }))

// Without its context, the inner test runner would take itself for a part of this one.
const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
const node = (...args: string[]) => run(process.execPath, args, { cwd: copy, env })

/** git lists a file until its deletion is committed. */
function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

test('new operations pass their tests as they are written', async () => {
  await node('scripts/new.ts', 'operation', 'inventory.recount')
  await node('scripts/new.ts', 'operation', 'projects.moveSources', '--method', 'post')
  const tests = ['server/provider/inventory/recount.test.ts', 'server/insights/projects/move-sources.test.ts']
  const { stdout } = await node('--test', '--test-isolation=none', ...tests)
  assert.match(stdout, /^ℹ fail 0$/m)
  assert.doesNotMatch(stdout, /^ℹ pass 0$/m)
  await node('scripts/generate.ts', 'openapi.json', '--check')
})

for (const [args, message] of [
  [['operation', 'inventory'], /^Usage: npm run new -- operation MODULE\.NAME/],
  [['operation', 'inventory.recount', '--method', 'put'], /^Usage: /],
  [['operation', 'inventory.receive'], /^The operation inventory\.receive already exists\.$/m],
  [['operation', 'garden.water'], /^Module garden needs contract\/garden\.ts/],
] as const) {
  test(`npm run new -- ${args.join(' ')} is refused`, async () => {
    await assert.rejects(node('scripts/new.ts', ...args), ({ code, stderr }) => {
      assert.equal(code, 1)
      assert.match(stderr, message)
      return true
    })
  })
}
