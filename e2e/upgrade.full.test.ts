import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '#client'
import { createProject, getMe, listApiKeys } from '#contract'
import { type NodeProcess, signInHeaders, startNodeProcess } from '#testing'
import { type Kept, keptOwner, keptVersions, unpackKept } from '../scripts/release/kept-data.ts'
import { totalsOf } from '../scripts/release/totals.ts'
import { inherited } from '../server/testing/environment.ts'
import { root } from './testing/documents.ts'

for (const version of await keptVersions()) {
  describe(`the data folder of ${version}`, () => {
    let folder: string
    let kept: Kept
    let node: NodeProcess
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'aerie-upgrade-'))
      kept = await unpackKept(version, folder)
      node = await startNodeProcess({ DATA_DIR: kept.dataDir, SECRET: '' })
    })
    after(async () => {
      await node?.remove()
      await rm(folder, { recursive: true })
    })

    test('its owner signs in, and its key works', async () => {
      const headers = await signInHeaders(node.url, keptOwner.email, keptOwner.password)
      const { data } = await createClient({ baseUrl: node.url, headers }).call(listApiKeys, {})
      assert.ok(data.some(({ name }) => name === 'Kept'))
      const withKey = createClient({ baseUrl: node.url, apiKey: kept.token })
      assert.equal((await withKey.call(getMe)).user.email, keptOwner.email)
    })

    test('nothing is missing, and every amount is the same', async () => {
      const totals = await totalsOf(createClient({ baseUrl: node.url, apiKey: kept.token }))
      const inBoth = Object.fromEntries(Object.keys(kept.totals).map((name) => [name, totals[name]]))
      assert.deepEqual(inBoth, kept.totals)
      assert.ok(Object.values(kept.totals).filter((total) => total > 0).length > 10)
    })

    test('it accepts changes, and every invariant holds', async () => {
      const withKey = createClient({ baseUrl: node.url, apiKey: kept.token })
      await withKey.call(createProject, { name: 'After the upgrade' })
      assert.equal(await node.end('SIGTERM'), 0, node.output())
      const env = { ...inherited, DATA_DIR: kept.dataDir }
      const verified = await promisify(execFile)(join(root, 'aerie'), ['verify', '--files'], { env })
      assert.match(verified.stdout, /^All \d+ invariants hold\./)
    })
  })
}
