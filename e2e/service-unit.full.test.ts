import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createClient } from '#client'
import { createProject, createSource, getSource } from '#contract'
import { signInHeaders, testPassword, until } from '#testing'
import { newDataDir } from '../server/testing/data-dir.ts'
import { freePort } from '../server/testing/free-port.ts'

const root = join(import.meta.dirname, '..')
const analyze = spawnSync('systemd-analyze', ['--version']).status === 0
/** As the unit asks for, where a test may: systemd itself, its user and its filter of system calls are not here. */
const isolated =
  spawnSync('unshare', ['--mount', '--pid', '--fork', 'mount', '--make-rprivate', '/']).status === 0

describe('deploy/aerie.service', () => {
  let unit: string
  before(async () => {
    unit = await readFile(join(root, 'deploy/aerie.service'), 'utf8')
  })
  const valuesOf = (name: string) =>
    unit.split('\n').flatMap((line) => (line.startsWith(`${name}=`) ? line.slice(name.length + 1) : []))

  test('is a unit without a mistake, that leaves little exposed', {
    skip: !analyze && 'needs systemd-analyze: apt-get install systemd',
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'aerie-unit-'))
    try {
      const path = join(folder, 'aerie.service')
      await writeFile(path, unit.replaceAll('/opt/aerie', root))
      const verified = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' })
      assert.deepEqual([verified.status, verified.stderr], [0, ''])
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path], {
        encoding: 'utf8',
      })
      const exposure = Number(/Overall exposure level for \S+ ([\d.]+)/.exec(stdout)?.[1])
      assert.ok(exposure <= 1.6, stdout)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('keeps the server from the history of its own code', () => {
    assert.deepEqual(valuesOf('InaccessiblePaths'), [`-${valuesOf('WorkingDirectory')[0]}/.git`])
  })

  describe('its command', () => {
    let state: string
    let url: string
    let child: ChildProcess
    let output = ''
    before(async () => {
      state = await newDataDir()
      await chmod(state, 0o700)
      const port = await freePort()
      url = `http://127.0.0.1:${port}`
      const settings = {
        HOST: '0.0.0.0',
        PORT: String(port),
        BASE_URL: url,
        OWNER_EMAIL: 'owner@aerie.test',
        OWNER_PASSWORD: testPassword,
        LOG_LEVEL: 'warn',
      }
      const environment = [
        ...valuesOf('Environment').flatMap((line) => line.split(' ')),
        ...Object.entries(settings).map((pair) => pair.join('=')),
      ]
      const command = valuesOf('ExecStart')[0] ?? ''
      child = isolated
        ? spawn('unshare', [
            '--mount',
            '--pid',
            '--fork',
            '--kill-child',
            'sh',
            '-ec',
            sandbox,
            'sh',
            root,
            state,
            valuesOf('UMask')[0] ?? '',
            command,
            ...environment,
          ])
        : spawn(
            'sh',
            [
              '-c',
              `umask ${valuesOf('UMask')[0]}; exec env -i "$@" ${command.replaceAll('/opt/aerie', root)}`,
              'sh',
              ...environment,
              `DATA_DIR=${state}`,
            ],
            { cwd: root },
          )
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text) => {
          output += text
        })
      await until(
        async () => output,
        (said) => said.includes('Aerie is ready') || child.exitCode !== null,
      )
      assert.equal(child.exitCode, null, output)
    })
    after(async () => {
      child?.kill('SIGKILL')
      await rm(state, { recursive: true })
    })

    test(`serves and reads files ${isolated ? 'where all but its folder is read-only, without any capability' : ''}`, async () => {
      const client = createClient({
        baseUrl: url,
        headers: { ...(await signInHeaders(url, 'owner@aerie.test')), origin: url },
      })
      const { id: projectId } = await client.call(createProject, { name: 'Under systemd' })
      const file = new File(['<p>Read by a process of its own.</p>'], 'page.html', { type: 'text/html' })
      const { id: sourceId } = await client.call(createSource, { projectId, file })
      const source = await until(
        () => client.call(getSource, { sourceId }),
        ({ status }) => status !== 'queued' && status !== 'extracting',
      )
      assert.equal(source.status, 'ready', JSON.stringify(source.error))
      assert.equal((await stat(join(state, 'files'))).mode & 0o777, 0o700)
    })

    test('ends by SIGTERM with code 0', async () => {
      const ended = once(child, 'exit')
      // `unshare` passes no signal on.
      const pid = isolated
        ? await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
        : child.pid
      process.kill(Number(pid), 'SIGTERM')
      assert.deepEqual((await ended)[0], 0, output)
    })
  })
})

/** ProtectSystem=strict, ProtectHome, PrivateTmp, ProcSubset, StateDirectory, NoNewPrivileges, CapabilityBoundingSet. */
const sandbox = `
root=$1 state=$2 mask=$3 command=$4; shift 4
mount --make-rprivate /
for own in /opt /var/lib; do mount -t tmpfs -o mode=755 tmpfs $own; mkdir $own/aerie; done
mount --bind "$root" /opt/aerie
mount --bind "$state" /var/lib/aerie
for own in /tmp /var/tmp /home /root; do mount -t tmpfs -o mode=1777 tmpfs $own; done
mount -t proc -o subset=pid proc /proc
for fixed in /opt/aerie /opt /var/lib /home /root /; do mount -o remount,bind,ro $fixed; done
if touch /etc/aerie-was-here 2>/dev/null; then echo 'the system can be written to'; exit 1; fi
cd /opt/aerie
umask $mask
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all env -i "$@" $command`
