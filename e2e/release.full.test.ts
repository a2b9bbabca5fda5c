import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { build } from 'vite'
import { createClient } from '#client'
import { createApiKey, createInvoice, createPatient, getInvoicePdf, getMe } from '#contract'
import { signInHeaders, testOrigin, testPassword, until } from '#testing'
import packageJson from '../package.json' with { type: 'json' }
import { buildRelease } from '../scripts/release/build.ts'
import { sectionOf } from '../scripts/release/changelog.ts'
import { asRoot, buildah, imageName } from '../scripts/release/image.ts'
import { playDemo } from '../scripts/release/kept-data.ts'
import { tarballFolder } from '../scripts/release/tarball.ts'
import { freePort } from '../server/testing/free-port.ts'
import { root } from './testing/documents.ts'

const run = promisify(execFile)

let dist: string
before(async () => {
  dist = await mkdtemp(join(tmpdir(), 'aerie-release-'))
  await buildRelease(dist)
})
after(() => rm(dist, { recursive: true }))

test('a release has the files that it should, and their checksums', async () => {
  const { version } = packageJson
  assert.deepEqual((await readdir(dist)).sort(), [
    'SHA256SUMS',
    ...['-changes.md', '-linux-x64.oci.tar', '-linux-x64.tar.gz'].map((end) => `aerie-${version}${end}`),
    ...['cli', 'client'].map((name) => `aerie-${name}-${version}.tgz`),
  ])
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: dist })
  const changes = sectionOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version)
  assert.match(changes, /^### For users\n\n- /m)
  assert.equal(await readFile(join(dist, `aerie-${version}-changes.md`), 'utf8'), changes)
})

test('few packages are shipped', async (t) => {
  const { stdout } = await run(process.execPath, ['scripts/release/packages.ts'], { cwd: root })
  t.diagnostic(stdout)
  assert.match(
    stdout,
    /^2\d\d packages for production: \d{3}\.\d MB as published\. In a release, 13 of them: 1\d\d\.\d MB, /,
  )
})

describe('the tarball of a release, unpacked on a machine without Node', () => {
  let folder: string
  let installation: string
  let path: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aerie-tarball-'))
    // What the launcher needs, and no other program: neither node nor npm.
    path = join(folder, 'bin')
    await mkdir(path)
    for (const program of ['sh', 'dirname', 'readlink'])
      await symlink(`/usr/bin/${program}`, join(path, program))
  })
  after(() => rm(folder, { recursive: true }))

  test('it serves, and a call with a key works', async (t) => {
    const tarball = join(dist, `${tarballFolder}-linux-x64.tar.gz`)
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

      const { id: patientId } = await session.call(createPatient, { givenName: '花子', familyName: 'Ωμέγα' })
      const lines = [{ description: 'שלום, नमस्ते', quantity: '1', unitPrice: '10' }]
      const { id } = await session.call(createInvoice, { patientId, lines })
      const pdf = Buffer.from(
        await (await session.call(getInvoicePdf, { invoiceId: id ?? '' })).arrayBuffer(),
      )
      assert.match(pdf.toString('latin1'), /^%PDF-/)

      const page = await fetch(`${url}/sign-in`)
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1]
      for (const file of [script, '/api/docs', '/api/docs/page.js', '/api/docs/page.css'])
        assert.equal((await fetch(url + file)).status, 200, file)
    } finally {
      server.kill('SIGTERM')
    }
    assert.deepEqual(await once(server, 'close'), [0, null], output())
  })

  // The demo uses every part of the server. It becomes part of the bundle.
  test('four months of work need none of the packages and files that were left out', async () => {
    const data = join(folder, 'demo')
    await mkdir(data, { mode: 0o700 })
    // The files that it uploads.
    for (const path of ['scripts/demo', 'engines/extraction/testing'])
      await cp(join(root, path), join(installation, path), { recursive: true })
    const outDir = join(installation, 'server/dist')
    const input = Object.fromEntries(
      ['clock', 'make'].map((name) => [name, join(root, `scripts/demo/${name}.ts`)]),
    )
    await build({
      root: join(root, 'server'),
      configFile: join(root, 'server/vite.config.ts'),
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true, rolldownOptions: { input } },
    })
    await playDemo(installation, 'server/dist/clock.js', 'server/dist/make.js', data)
    const env = { DATA_DIR: data, BASE_URL: 'http://127.0.0.1:3000' }
    const verified = await run(join(installation, 'aerie'), ['verify', '--files'], {
      env: { ...env, PATH: path },
    })
    assert.match(verified.stdout, /^All \d+ invariants hold\./)
  })
})

describe('the image of a release', () => {
  const archive = () => join(dist, `${tarballFolder}-linux-x64.oci.tar`)
  let declared: {
    User: string
    Volumes: object
    ExposedPorts: object
    StopSignal: string
    Healthcheck: { Test: string[] }
  }
  let container: string
  let system: string
  let data: string
  before(async () => {
    // The OCI format has no health check: what reads it takes that of the compose files.
    declared = JSON.parse(await buildah('inspect', '--type', 'image', imageName)).Docker.config
    container = await buildah('from', '--quiet', `oci-archive:${archive()}`)
    system = await buildah('mount', container)
    data = await mkdtemp(join(tmpdir(), 'aerie-volume-'))
    await asRoot('chown', '10001:10001', data)
  })
  after(async () => {
    if (container) await buildah('rm', container)
    await buildah('rmi', '--force', imageName)
    await asRoot('rm', '-rf', data, `${data}.pid`)
  })

  test('it is below 200 MB, compressed', async (t) => {
    const megabytes = (await stat(archive())).size / 1e6
    t.diagnostic(`the image: ${megabytes.toFixed(0)} MB`)
    assert.ok(megabytes < 200, `${megabytes} MB`)
  })

  test('it declares its user, volume, port, stop signal and health check', async () => {
    const { User, Volumes, ExposedPorts, StopSignal, Healthcheck } = declared
    assert.deepEqual(
      [User, Volumes, ExposedPorts, StopSignal, Healthcheck.Test],
      ['10001:10001', { '/data': {} }, { '3000/tcp': {} }, 'SIGTERM', ['CMD', '/opt/aerie/deploy/is-ready']],
    )
  })

  test('it runs unprivileged on a read-only system, takes a call with a key, and stops by its signal', async () => {
    const { config } = JSON.parse(await buildah('inspect', container)).OCIv1
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const own = {
      PORT: String(port),
      BASE_URL: testOrigin,
      OWNER_EMAIL: 'owner@aerie.test',
      OWNER_PASSWORD: testPassword,
    }
    const environment = [...config.Env, ...Object.entries(own).map((pair) => pair.join('='))]
    const isHealthy = () =>
      asRoot('chroot', system, 'env', `PORT=${port}`, '/opt/aerie/deploy/is-ready').then(
        () => true,
        () => false,
      )
    const command = [...environment, ...config.Entrypoint, ...config.Cmd]
    const started = asRoot(
      ...['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', inContainer, 'sh'],
      ...[system, data, ...command],
    )
    started.catch(() => {})
    try {
      await until(isHealthy, (healthy) => healthy)
      const session = createClient({
        baseUrl: url,
        headers: await signInHeaders(url, own.OWNER_EMAIL),
      })
      const { token } = await session.call(createApiKey, { name: 'In a container' })
      const { via } = await createClient({ baseUrl: url, apiKey: token }).call(getMe)
      assert.equal(via, 'api_key')
    } finally {
      await asRoot('kill', '-s', config.StopSignal, (await readFile(`${data}.pid`, 'utf8')).trim())
    }
    assert.match(await started, /^Aerie is ready/m)
    assert.equal(await isHealthy(), false)
  })
})

/** Only the volume can be written to, and nothing can be gained: as with `read_only` and `cap_drop: [ALL]`. */
const inContainer = `
system=$1 data=$2; shift 2
mount --make-rprivate /
mount --bind "$system" "$system"
mount --bind "$data" "$system/data"
mount --rbind /dev "$system/dev"
mount -t proc proc "$system/proc"
mount -o remount,bind,ro "$system"
read -r pid _ </proc/self/stat
echo "$pid" >"$data.pid"
if touch "$system/etc/aerie-was-here" 2>/dev/null; then echo 'the system can be written to' >&2; exit 1; fi
exec chroot "$system" setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \
  env -i --chdir=/data "$@"`

function outputOf(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return () => output
}
