import assert from 'node:assert/strict'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { openFolder } from '#platform'
import { newInstallation } from '#testing'
import { ForeignFolderError } from './data-folder.ts'

/** The permissions of everything in a folder that others have some on. */
async function openToOthers(folder: string): Promise<string[]> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))]
  const modes = names.map(async (name) => ({ name, mode: (await stat(join(folder, name))).mode & 0o777 }))
  return (await Promise.all(modes))
    .filter(({ mode }) => mode & 0o077)
    .map(({ name, mode }) => `${name} ${mode.toString(8)}`)
}

describe('the data folder', () => {
  const umask = process.umask()
  let folder: string
  beforeEach(async () => {
    process.umask(0)
    folder = join(await mkdtemp(join(tmpdir(), 'aerie-test-')), 'data')
  })
  after(() => {
    process.umask(umask)
  })

  test('is created for its owner only, as are later files, whatever the umask was', async () => {
    await openFolder(folder)
    await writeFile(join(folder, 'later'), '')
    assert.deepEqual(await openToOthers(folder), [])
  })

  test('is taken away from others with the server’s own files; what is not its own stays as it is', async () => {
    await mkdir(join(folder, 'postgres', 'base'), { recursive: true, mode: 0o777 })
    await mkdir(join(folder, 'files', '0a'), { recursive: true, mode: 0o755 })
    const elsewhere = join(folder, '..', 'elsewhere')
    for (const path of [join(folder, 'postgres', 'base', '1'), join(folder, 'secret'), elsewhere])
      await writeFile(path, '', { mode: 0o666 })
    await symlink(elsewhere, join(folder, 'postgres', 'linked'))
    await writeFile(join(folder, 'note'), '', { mode: 0o644 })
    await openFolder(folder)
    assert.deepEqual((await openToOthers(folder)).toSorted(), ['note 644', 'postgres/linked 666'])
    await writeFile(join(folder, 'postgres', 'base', '1'), 'still writable')
    await rm(join(folder, '..'), { recursive: true })
  })

  test('is refused if it belongs to another user', {
    skip: process.getuid?.() !== 0 && 'needs root',
  }, async () => {
    await mkdir(folder, { mode: 0o777 })
    await chown(folder, 65534, 65534)
    await assert.rejects(openFolder(folder), ForeignFolderError)
    assert.equal((await stat(folder)).mode & 0o777, 0o777)
  })

  test('of a running server is closed to others, if it existed before with everything open', async () => {
    const installation = await newInstallation('embedded')
    try {
      await openAll(installation.dataDir)
      const app = await installation.start()
      await app.db.pool.query('create table made_later (id integer)')
      assert.deepEqual(await openToOthers(installation.dataDir), [])
      await app.stop()
      assert.deepEqual(await openToOthers(installation.dataDir), [])
    } finally {
      await installation.remove()
    }
  })
})

async function openAll(folder: string): Promise<void> {
  process.umask(0)
  await chmod(folder, 0o777)
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name)
    await chmod(path, (await stat(path)).isDirectory() ? 0o777 : 0o666)
  }
}
