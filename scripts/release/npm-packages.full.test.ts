import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createProject } from '#contract'
import { startTestApp, type TestApp } from '#testing'
import packageJson from '../../package.json' with { type: 'json' }
import { packCli, packClient } from './npm-packages.ts'

const root = dirname(dirname(import.meta.dirname))
const nodes = [process.execPath, '/usr/bin/node', '/usr/local/bin/node'].filter(existsSync)

describe('aerie-cli and aerie-client, installed in an empty project', () => {
  let app: TestApp
  let folder: string
  let project: string
  let env: Record<string, string>
  const run = (command: string, args: string[]) => promisify(execFile)(command, args, { cwd: project, env })

  before(async () => {
    app = await startTestApp()
    await app.as('owner').call(createProject, { name: 'Interviews' })
    folder = await mkdtemp(join(tmpdir(), 'aerie-packages-'))
    project = join(folder, 'project')
    const { token } = await app.withKey('owner')
    env = { PATH: process.env.PATH ?? '', HOME: folder, AERIE_URL: app.url, AERIE_API_KEY: token }
    const files = [
      await packCli(join(folder, 'cli'), folder),
      await packClient(join(folder, 'client'), folder),
    ]
    await mkdir(project)
    await writeFile(join(project, 'package.json'), '{ "type": "module" }')
    // An unreachable registry.
    const offline = ['--offline', '--registry=http://127.0.0.1:9', '--no-audit', '--no-fund']
    await run('npm', ['install', ...offline, ...files])
  })
  after(async () => {
    await app.stop()
    await rm(folder, { recursive: true })
  })

  test('the command line calls the API on every Node of this machine, from 20 on', async () => {
    const bin = join(project, 'node_modules/.bin/aerie')
    for (const node of nodes) {
      const { stdout, stderr } = await run(node, [bin, '--version'])
      assert.deepEqual([stdout, stderr], [`${packageJson.version}\n`, ''])
      const help = await run(node, [bin, 'sources', 'upload', '--help'])
      assert.match(help.stdout, /--project ID/)
      assert.equal(
        (await run(node, [bin, 'projects', 'list', '--columns', 'name'])).stdout,
        'name\nInterviews\n',
      )
    }
  })

  test('the command line refers operators to the server', async () => {
    const bin = join(project, 'node_modules/.bin/aerie')
    const refused = await run(bin, ['backup', '--to', 'x.tar']).catch((error) => error)
    assert.deepEqual([refused.code, refused.stdout], [2, ''])
    assert.match(refused.stderr, /^aerie: aerie backup runs on the server, in the folder of /)
  })

  test('the client has types and calls the API', async () => {
    await writeFile(
      join(project, 'program.ts'),
      `import { createClient, listProjects } from 'aerie-client'
const aerie = createClient({ baseUrl: process.env.AERIE_URL!, apiKey: process.env.AERIE_API_KEY! })
const { data } = await aerie.call(listProjects, { limit: 2 })
const names: string[] = data.map(({ name }) => name)
console.log(names.join())
// @ts-expect-error Unknown field.
const wrong = () => aerie.call(listProjects, { limmit: 2 })
declare const process: { env: Record<string, string | undefined> }
`,
    )
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom']
    const tsc = join(root, 'node_modules/.bin/tsc')
    const checked = await run(tsc, [...options, 'program.ts']).catch((error) => error)
    assert.equal(checked.stdout, '')
    for (const node of nodes) assert.equal((await run(node, ['program.js'])).stdout, 'Interviews\n')
  })
})
