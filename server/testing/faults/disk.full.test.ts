import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cpSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createClient } from '#client'
import { createProject, createSource, getSource, listProjects } from '#contract'
import {
  type NodeProcess,
  postgres,
  refusal,
  signInHeaders,
  startNodeProcess,
  testPassword,
  until,
} from '#testing'
import { newDataDir } from '../data-dir.ts'
import { maySmallDisk, type SmallDisk, smallDisk } from './testing/small-disk.ts'

const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }
const megabyte = 1_000_000
const aFile = (bytes: number) =>
  new File([Buffer.alloc(bytes, 'Too dear. ')], 'notes.txt', { type: 'text/plain' })

for (const kind of ['embedded', 'postgresql'] as const) {
  const skip = !maySmallDisk ? 'needs root, to mount a disk' : kind === 'postgresql' && !postgres
  describe(`a disk that fails, ${kind}`, { skip }, () => {
    let disk: SmallDisk
    let databaseUrl: string
    let node: NodeProcess

    before(async () => {
      disk = smallDisk(kind === 'embedded' ? 160 : 16)
      databaseUrl = kind === 'postgresql' ? await postgres!.createDatabase() : ''
      cpSync(await newDataDir(databaseUrl), disk.folder, { recursive: true })
      node = await start()
    })
    after(async () => {
      await node.remove()
      disk.remove()
      if (databaseUrl) await postgres!.dropDatabase(databaseUrl)
    })
    const start = () => startNodeProcess({ ...owner, DATABASE_URL: databaseUrl, DATA_DIR: disk.folder })
    const client = async () =>
      createClient({ baseUrl: node.url, headers: await signInHeaders(node.url, owner.OWNER_EMAIL) })
    const files = () =>
      globSync(join(disk.folder, 'files/**/*'), { withFileTypes: true }).filter((entry) => entry.isFile())

    if (kind === 'postgresql')
      for (const [what, fail, mend] of failures()) {
        test(`uploads are turned away while it ${what}, and nothing else is`, async () => {
          const asOwner = await client()
          const { id: projectId } = await asOwner.call(createProject, { name: what })
          const before = files().length
          fail(disk)
          await refusal(asOwner.call(createSource, { projectId, file: aFile(2 * megabyte) }), 'busy')
          await asOwner.call(createProject, { name: `${what}, meanwhile` })
          mend(disk)
          assert.equal(files().length, before)
          const { id: sourceId } = await asOwner.call(createSource, { projectId, file: aFile(megabyte) })
          await until(
            () => asOwner.call(getSource, { sourceId }),
            ({ status }) => status === 'ready',
          )
        })
      }

    if (kind === 'embedded') {
      test('changes are turned away while it is full, and what was answered is there', async () => {
        const asOwner = await client()
        const create = (name: string) =>
          asOwner.call(createProject, { name, description: randomBytes(2400).toString('hex') })
        const answered: string[] = []
        disk.fill()
        await refusal(
          (async () => {
            for (;;) answered.push((await create(`Project ${answered.length}`)).name)
          })(),
          'busy',
        )
        assert.equal((await asOwner.call(listProjects, { limit: 200 })).data.length, answered.length)
        disk.free()
        answered.push((await create('Afterwards')).name)

        await node.end('SIGKILL')
        node = await start()
        const { data } = await (await client()).call(listProjects, { limit: 200 })
        assert.deepEqual(data.map(({ name }) => name).sort(), answered.sort())
      })
    }

    test('a node that cannot write says so when it starts', async () => {
      await node.end('SIGTERM')
      disk.makeReadOnly(true)
      await assert.rejects(start(), { message: /DATA_DIR is not writable: EROFS/ })
      disk.makeReadOnly(false)
      node = await start()
    })
  })
}

function failures(): [what: string, fail: (disk: SmallDisk) => void, mend: (disk: SmallDisk) => void][] {
  return [
    ['is full', (disk) => disk.fill(), (disk) => disk.free()],
    ['can only be read', (disk) => disk.makeReadOnly(true), (disk) => disk.makeReadOnly(false)],
  ]
}
