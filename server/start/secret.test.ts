import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readOrCreateSecret, readSecret } from './secret.ts'

let dataDir: string
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'aerie-secret-'))
})
after(() => rm(dataDir, { recursive: true }))

test('the secret is made once, for the owner of the folder only, also after a start that was broken off', async () => {
  assert.equal(await readSecret(dataDir), null)
  await writeFile(join(dataDir, 'secret.new'), 'cut', { mode: 0o600 })
  const [secret, ...more] = await readOrCreateSecret(dataDir)
  assert.match(secret ?? '', /^[0-9a-f]{64}$/)
  assert.deepEqual(more, [])
  assert.deepEqual(await readOrCreateSecret(dataDir), [secret])
  assert.deepEqual(await readdir(dataDir), ['secret'])
  assert.equal((await stat(join(dataDir, 'secret'))).mode & 0o777, 0o600)
})

test('a secret written in front of it in its file replaces it', async () => {
  const [old] = await readOrCreateSecret(dataDir)
  const added = 'x'.repeat(32)
  await writeFile(join(dataDir, 'secret'), `${added},${old}\n`)
  assert.deepEqual(await readSecret(dataDir), [added, old])
})

test('an incomplete secret is an error', async () => {
  await truncate(join(dataDir, 'secret'), 0)
  await assert.rejects(readOrCreateSecret(dataDir), {
    name: 'ConfigError',
    message: /secret: At least 32 characters\. If it is incomplete, restore it/,
  })
})
