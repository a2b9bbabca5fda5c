import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { testSettings } from '#testing'
import { startAerie } from '../testing/program.ts'

describe('a node that cannot start', () => {
  let folder: string
  const taken = createServer()
  let port: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aerie-start-'))
    await once(taken.listen(0, '127.0.0.1'), 'listening')
    port = String((taken.address() as AddressInfo).port)
  })
  after(async () => {
    taken.close()
    await rm(folder, { recursive: true })
  })

  /** Starts a node that is expected to fail. Returns what it wrote to standard error. */
  async function failureOf(settings: Record<string, string>): Promise<string> {
    const own = testSettings({ DATA_DIR: join(folder, 'data'), ...settings })
    const { code, stderr } = await startAerie(['serve'], own).ended
    assert.equal(code, 1, stderr)
    return stderr
  }

  for (const setting of ['PORT', 'METRICS_PORT']) {
    test(`because another program has its ${setting} says so before it creates anything`, async () => {
      const error = await failureOf({ [setting]: port })
      assert.equal(error, `Port ${port} of 127.0.0.1 is in use. Choose another one with ${setting}.\n`)
      assert.deepEqual(await readdir(folder), [])
    })
  }

  // 192.0.2.0/24 is for documentation (RFC 5737), and no name ends in .invalid (RFC 6761).
  for (const [setting, host] of [
    ['HOST', '192.0.2.1'],
    ['HOST', 'aerie.invalid'],
    ['METRICS_HOST', '192.0.2.1'],
  ] as const) {
    test(`because ${setting} is ${host} says that this is no address of the machine`, async () => {
      const error = await failureOf({ METRICS_PORT: '0', [setting]: host })
      assert.ok(error.startsWith(`${setting}: ${host} is not an address of this machine. `), error)
      assert.equal(error.trim().split('\n').length, 1)
      assert.deepEqual(await readdir(folder), [])
    })
  }

  test('because DATA_DIR is a file or inside one says so in a sentence', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const dataDir of [file, join(file, 'inside', 'it')])
      assert.equal(await failureOf({ DATA_DIR: dataDir }), `DATA_DIR is not a folder: ${dataDir}\n`)
    await rm(file)
  })

  test('because its database is out of reach names the setting and no password', async () => {
    for (const host of ['127.0.0.1:1', 'aerie.invalid']) {
      const error = await failureOf({ DATABASE_URL: `postgres://aerie:told-to-nobody@${host}/aerie` })
      assert.match(error, /^The database does not respond: .+ Check DATABASE_URL\.\n$/)
      assert.doesNotMatch(error, /told-to-nobody/)
    }
  })
})

test('a node that is told to stop while it starts says so and ends', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'aerie-start-'))
  const { process, ended } = startAerie(['serve'], testSettings({ DATA_DIR: dataDir }))
  try {
    const [first] = await once(process.stdout!, 'data')
    assert.match(String(first), /^Aerie is starting/)
    process.kill('SIGINT')
    const { code, stdout } = await ended
    assert.match(stdout.slice(String(first).length), /^Aerie is stopping\./)
    assert.equal(code, 0)
  } finally {
    process.kill('SIGKILL')
    await rm(dataDir, { recursive: true })
  }
})
