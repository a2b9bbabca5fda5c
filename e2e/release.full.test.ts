import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '#client'
import { createApiKey, createInvoice, createPatient, getInvoicePdf } from '#contract'
import { signInHeaders, testOrigin, testPassword, until } from '#testing'
import { packTarball, tarballFolder } from '../scripts/release/tarball.ts'
import { freePort } from '../server/testing/free-port.ts'
import { root } from './testing/documents.ts'

const run = promisify(execFile)

describe('the tarball of a release, unpacked on a machine without Node', () => {
  let folder: string
  let tarball: string
  let installation: string
  let path: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aerie-release-'))
    tarball = await packTarball(folder)
    // What the launcher needs, and no other program: neither node nor npm.
    path = join(folder, 'bin')
    await mkdir(path)
    for (const program of ['sh', 'dirname', 'readlink'])
      await symlink(`/usr/bin/${program}`, join(path, program))
  })
  after(() => rm(folder, { recursive: true }))

  test('it serves, and a call with a key works within a minute', async (t) => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const home = join(folder, 'home')
    const data = join(home, 'data')
    await mkdir(data, { recursive: true, mode: 0o700 })
    const start = performance.now()
    await run('tar', ['-xzf', tarball], { cwd: folder })
    installation = join(folder, tarballFolder)
    const { stdout } = await run('du', ['-s', '--apparent-size', '--block-size=1', installation])
    t.diagnostic(`unpacked: ${(Number.parseInt(stdout, 10) / 1e6).toFixed(0)} MB, including Node`)
    assert.ok(Number.parseInt(stdout, 10) < 220e6, stdout)
    const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }
    const aerie = (args: string[], env: Record<string, string>) =>
      spawn(join(installation, 'aerie'), args, { cwd: home, env: { PATH: path, HOME: home, ...env } })
    const server = aerie(['serve'], {
      PORT: String(port),
      BASE_URL: testOrigin,
      DATA_DIR: data,
      LOG_LEVEL: 'error',
      ...owner,
    })
    const output = outputOf(server)
    try {
      await until(
        async () => output(),
        (text) => text.includes('Aerie is ready') || server.exitCode !== null,
      )
      assert.equal(server.exitCode, null, output())
      const session = createClient({
        baseUrl: url,
        headers: await signInHeaders(url, owner.OWNER_EMAIL),
      })
      const { token } = await session.call(createApiKey, { name: 'First' })
      const call = aerie(['whoami'], { AERIE_URL: url, AERIE_API_KEY: token })
      const answer = outputOf(call)
      assert.deepEqual([(await once(call, 'close'))[0], answer().split(' <')[0]], [0, 'Owner'])
      const seconds = (performance.now() - start) / 1000
      const megabytes = (await stat(tarball)).size / 1e6
      t.diagnostic(
        `from the tarball (${megabytes.toFixed(0)} MB) to the first call with a key: ${seconds.toFixed(1)} s`,
      )
      assert.ok(megabytes < 150, `${megabytes} MB`)
      assert.ok(seconds < 60, `${seconds} s`)

      const { id: patientId } = await session.call(createPatient, { givenName: '花子', familyName: 'Ωμέγα' })
      const lines = [{ description: 'שלום, नमस्ते', quantity: '1', unitPrice: '10' }]
      const { id } = await session.call(createInvoice, { patientId, lines })
      const pdf = Buffer.from(
        await (await session.call(getInvoicePdf, { invoiceId: id ?? '' })).arrayBuffer(),
      )
      assert.match(pdf.toString('latin1'), /^%PDF-/)

      const page = await fetch(`${url}/sign-in`)
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1]
      for (const file of [script, '/api/docs', '/api/docs/swagger-ui-bundle.js', '/api/docs/swagger-ui.css'])
        assert.equal((await fetch(url + file)).status, 200, file)
    } finally {
      server.kill('SIGTERM')
    }
    assert.deepEqual(await once(server, 'close'), [0, null], output())
  })

  // The demo uses every part of the server.
  test('four months of work need none of the files that were left out of its packages', async () => {
    const data = join(folder, 'demo')
    await mkdir(data, { mode: 0o700 })
    await cp(join(root, 'scripts/demo'), join(installation, 'scripts/demo'), { recursive: true })
    for (const folder of ['server/testing', 'server/insights/extraction/testing'])
      await cp(join(root, folder), join(installation, folder), { recursive: true })
    const node = join(installation, 'node_modules/.bin/node')
    const env = { DATA_DIR: data, BASE_URL: 'http://127.0.0.1:3000' }
    await run(node, ['--import', './scripts/demo/clock.ts', 'scripts/demo/make.ts'], {
      cwd: installation,
      env,
    })
    const verified = await run(join(installation, 'aerie'), ['verify', '--files'], {
      env: { ...env, PATH: path },
    })
    assert.match(verified.stdout, /^All \d+ invariants hold\./)
  })
})

function outputOf(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return () => output
}
