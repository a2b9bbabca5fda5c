import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import packageJson from '../package.json' with { type: 'json' }
import { packCli } from '../scripts/build-cli.ts'

const run = promisify(execFile)
const root = dirname(import.meta.dirname)

describe('the package @aerie/cli', () => {
  let folder: string
  const installed = () => join(folder, 'prefix/lib/node_modules/@aerie/cli')

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aerie-package-'))
    const file = await packCli(join(folder, 'cli'), folder)
    // An unreachable registry.
    const offline = ['--offline', '--registry=http://127.0.0.1:9', '--no-audit', '--no-fund']
    await run('npm', ['install', '--global', '--prefix', join(folder, 'prefix'), ...offline, file])
  })
  after(() => rm(folder, { recursive: true }))

  test('it installs offline and runs on every Node of this machine, from 20 on', async () => {
    const bin = join(folder, 'prefix/bin/aerie')
    const nodes = [process.execPath, '/usr/bin/node', '/usr/local/bin/node'].filter(existsSync)
    for (const node of nodes) {
      const { stdout, stderr } = await run(node, [bin, '--version'])
      assert.deepEqual([stdout, stderr], [`${packageJson.version}\n`, ''])
      const help = await run(node, [bin, 'sources', 'upload', '--help'])
      assert.match(help.stdout, /--project ID/)
      const env = { AERIE_URL: 'http://127.0.0.1:9', AERIE_API_KEY: 'x' }
      const refused = await run(node, [bin, 'projects', 'list'], { env }).catch((error) => error)
      assert.deepEqual([refused.code, refused.stdout], [3, ''])
      const forOperators = await run(node, [bin, 'backup', '--to', 'x.tar']).catch((error) => error)
      assert.deepEqual([forOperators.code, forOperators.stdout], [2, ''])
      assert.match(forOperators.stderr, /^aerie: aerie backup runs on the server, in the folder of /)
      assert.match(refused.stderr, /^aerie: http:\/\/127\.0\.0\.1:9 does not respond: /)
    }
  })

  test('it exports the typed client', async () => {
    const program = join(folder, 'program')
    await mkdir(join(program, 'node_modules/@aerie'), { recursive: true })
    await symlink(installed(), join(program, 'node_modules/@aerie/cli'))
    // The types need zod next to the package.
    await symlink(join(root, 'node_modules/zod'), join(folder, 'prefix/lib/node_modules/zod'))
    await writeFile(join(program, 'package.json'), '{ "type": "module" }')
    await writeFile(
      join(program, 'program.ts'),
      `import { createClient, listProjects } from '@aerie/cli'
const aerie = createClient({ baseUrl: 'http://127.0.0.1:9' })
const names: Promise<string[]> = aerie.call(listProjects, { limit: 2 }).then(({ data }) => data.map(({ name }) => name))
// @ts-expect-error Unknown field.
const wrong = aerie.call(listProjects, { limmit: 2 })
console.log((await Promise.allSettled([names, wrong])).map(({ status }) => status).join())
`,
    )
    const options = [
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom',
    ]
    const tsc = join(root, 'node_modules/.bin/tsc')
    const checked = await run(tsc, [...options, 'program.ts'], { cwd: program }).catch((error) => error)
    assert.equal(checked.stdout, '')
    assert.equal(
      (await run(process.execPath, ['program.js'], { cwd: program })).stdout,
      'rejected,rejected\n',
    )
  })
})
