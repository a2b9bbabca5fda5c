import assert from 'node:assert/strict'
import { executionAsyncId } from 'node:async_hooks'
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'

const root = dirname(import.meta.dirname)

/** Test files of a clone that contains nothing else. */
const files = {
  passes: `test('one is one', () => {})`,
  'fails-once': `describe('a race', () => { test('is | won', () => { if (!again('fails-once')) throw new Error('lost\\nit') }) })`,
  'fails-later': `test('always', () => { if (again('fails-later')) throw new Error('later') })
test('first', () => { if (!again('first')) throw new Error('first') })`,
  'fails-always': `test('two is one', () => { throw new Error('no') })`,
  'ends-once': `test('its process goes on', () => { if (!again('ends-once')) process.exit(3) })`,
  'hook-fails-once': `before(() => { if (!again('hook')) throw new Error('no server') }); test('is served', () => {})`,
  'skips-once': `test('is not skipped', { skip: !again('skips-once') }, () => {})`,
}

let clone: string
beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'aerie-clone-'))
  for (const path of ['scripts/test.ts', 'scripts/test', 'scripts/import-graph.ts', 'docs/known-faults.md'])
    await cp(join(root, path), join(clone, path), { recursive: true })
  await writeFile(join(clone, 'package.json'), '{ "type": "module", "imports": {} }')
  await writeFile(join(clone, 'scripts/setup.mjs'), '')
})
afterEach(() => rm(clone, { recursive: true }))

function testInClone(...args: string[]) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, ['scripts/test.ts', ...args], {
    cwd: clone,
    env,
    encoding: 'utf8',
  })
  return { status, stdout }
}

test('promises of tests cost what they cost elsewhere', async () => {
  await null
  assert.equal(executionAsyncId(), 0, 'hooks are enabled')
})

describe('npm test -- --all', () => {
  async function run(...names: (keyof typeof files)[]) {
    for (const name of names)
      await writeFile(
        join(clone, `scripts/${name}.test.ts`),
        `import { before, describe, test } from 'node:test'
import { appendFileSync, existsSync } from 'node:fs'
/** Returns whether it was called with this name before, by any process. */
function again(name) { const called = existsSync(name); appendFileSync(name, ''); return called }
${files[name]}\n`,
      )
    const { status, stdout } = testInClone('--all')
    const list = await readFile(join(clone, 'docs/known-faults.md'), 'utf8')
    return {
      status,
      byChance: stdout.split('\n').filter((line) => line.startsWith('by chance: ')),
      repetitions: stdout.match(/^Failed: .*/gm) ?? [],
      listed: list.split('\n').filter((line) => line.startsWith('| `')),
    }
  }

  test('a file that fails once and then passes three times is accepted and listed', async () => {
    const today = () => new Date().toISOString().slice(0, 10)
    const begun = today()
    const { status, byChance, repetitions, listed } = await run('passes', 'fails-once')
    assert.equal(status, 0)
    assert.deepEqual(byChance, ['by chance: scripts/fails-once.test.ts: a race › is | won: lost it'])
    assert.deepEqual(
      repetitions,
      [1, 2, 3].map((n) => `Failed: scripts/fails-once.test.ts. Running it alone, ${n} of 3:`),
    )
    const row = (day: string) => `| \`scripts/fails-once.test.ts\` | a race › is \\| won | ${day} | lost it |`
    assert.ok([row(begun), row(today())].includes(listed.join()), listed.join())
    await rm(join(clone, 'fails-once'))
    assert.deepEqual((await run()).listed, listed)
  })

  test('a file that fails again fails the run, and nothing is listed', async () => {
    for (const name of ['fails-always', 'fails-later'] as const) {
      const { status, byChance, listed } = await run('passes', name)
      assert.deepEqual({ status, byChance, listed }, { status: 1, byChance: [], listed: [] }, name)
    }
  })

  test('a process or a hook that fails once counts as its file', async () => {
    const { status, byChance } = await run('ends-once', 'hook-fails-once', 'passes')
    assert.equal(status, 0)
    const ofTests = byChance.map((line) => line.split(': ', 3).slice(1).join(': '))
    assert.deepEqual(ofTests.sort(), [
      'scripts/ends-once.test.ts: its process',
      'scripts/hook-fails-once.test.ts: is served',
      'scripts/hook-fails-once.test.ts: its imports or hooks',
    ])
  })

  test('a skipped test fails the run even if it is not skipped again', async () => {
    assert.equal((await run('skips-once', 'fails-once')).status, 1)
  })
})

test('npm test leaves out an engine that has passed until a file that it depends on changes', async () => {
  const write = (path: string, text: string) => writeFile(join(clone, path), text)
  await mkdir(join(clone, 'engines/counting'), { recursive: true })
  await write('engines/counting/numbers.txt', '1')
  await write(
    'engines/counting/count.test.ts',
    `import { test } from 'node:test'
import { readFileSync } from 'node:fs'
test('counts', () => { if (readFileSync('engines/counting/numbers.txt', 'utf8') === '0') throw new Error('none') })\n`,
  )
  await write('scripts/other.test.ts', `import { test } from 'node:test'\ntest('passes', () => {})\n`)
  const run = (...args: string[]) => {
    const { status, stdout } = testInClone(...args)
    assert.match(stdout.trim().split('\n').at(-1)!, /^This run took \d+ s and \d+ CPU seconds\.$/)
    return {
      status,
      isTested: stdout.includes('counts'),
      isLeftOut: stdout.includes('engines/counting') && !stdout.includes('counts'),
    }
  }
  const tested = { status: 0, isTested: true, isLeftOut: false }
  assert.deepEqual(run(), tested)
  assert.deepEqual(run(), { status: 0, isTested: false, isLeftOut: true })
  assert.deepEqual(run('--all'), tested)
  await write('engines/counting/numbers.txt', '0')
  assert.deepEqual(run(), { ...tested, status: 1 })
  assert.deepEqual(run(), { ...tested, status: 1 })
  await write('engines/counting/numbers.txt', '1')
  assert.deepEqual(run().isLeftOut, true)
})
