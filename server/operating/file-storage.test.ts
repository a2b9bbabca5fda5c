// Where uploaded files are: in a folder or in object storage, in that of the database, and moved between them.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { type Client, createClient } from '#client'
import { readConfig } from '#config'
import {
  createProject,
  createSource,
  deleteSource,
  getReadiness,
  getSource,
  getSourceContent,
  type Source,
} from '#contract'
import { openStore, writeText } from '#files'
import { newId } from '#platform'
import { type Installation, newInstallation, postgres, refusal, testInFull, until } from '#testing'
import { type ObjectStorage, startObjectStorage } from '../platform/files/testing/object-storage.ts'
import { addPeople } from '../testing/people.ts'
import { testSettings } from '../testing/settings.ts'
import { CommandError } from './commands/command.ts'
import { filesMoveCommand } from './commands/files-move.ts'
import { openInstallation } from './commands/installation.ts'
import { verifyCommand } from './commands/verify.ts'

describe('files of an installation', { skip: !postgres && 'PostgreSQL is not installed' }, () => {
  let storage: ObjectStorage
  let installation: Installation
  let address: string
  before(async () => {
    storage = await startObjectStorage()
  })
  after(() => storage.stop())

  let member: Client
  let projectId: string
  async function start(settings: Record<string, string>) {
    const node = await installation.start(settings)
    const people = await addPeople(node.db)
    member = createClient({ baseUrl: node.address, headers: people.member.headers })
    projectId = (await member.call(createProject, { name: 'Files' })).id
    return { node, people }
  }
  beforeEach(async () => {
    installation = await newInstallation('postgresql')
    address = storage.address(newId())
  })
  afterEach(async () => {
    storage.meddle = () => null
    await installation.remove()
  })

  const upload = (content: string | Uint8Array<ArrayBuffer>) =>
    member.call(createSource, { projectId, file: new File([content], `${newId()}.txt`) })
  const download = async (source: Source, client = member) =>
    Buffer.from(await (await client.call(getSourceContent, { sourceId: source.id })).arrayBuffer())
  const sumOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
  const readiness = async (url: string) => {
    const response = await fetch(url + getReadiness.path)
    return { status: response.status, ...((await response.json()) as { ready: boolean; reason?: string }) }
  }
  const config = (settings: Record<string, string>) =>
    readConfig(
      testSettings({ DATA_DIR: installation.dataDir, DATABASE_URL: installation.databaseUrl, ...settings }),
    )
  async function run(command: typeof filesMoveCommand, options: Record<string, string>, settings = {}) {
    const opened = await openInstallation(config(settings))
    try {
      return await command.run(opened, options)
    } finally {
      await opened.db.close()
    }
  }

  test('in object storage are uploaded, read, downloaded and removed, and none is in DATA_DIR', async () => {
    const { node, people } = await start({ FILES: address })
    const large = new Uint8Array(6_500_000).fill(97)
    const source = await upload(large)
    assert.equal(source.sha256, sumOf(large))
    assert.equal(sumOf(await download(source)), sumOf(large))
    const part = await fetch(node.address + getSourceContent.path.replace(':sourceId', source.id), {
      headers: { ...people.member.headers, range: 'bytes=6499990-' },
    })
    assert.deepEqual(
      [part.status, part.headers.get('content-range'), await part.text()],
      [206, 'bytes 6499990-6499999/6500000', 'aaaaaaaaaa'],
    )
    const text = await upload('Read in the background')
    await until(
      () => member.call(getSource, { sourceId: text.id }),
      ({ status }) => status === 'ready',
    )
    assert.match(await run(verifyCommand, { files: 'yes' }, { FILES: address }), /invariants hold/)
    await member.call(deleteSource, { sourceId: source.id })
    assert.deepEqual(await readdir(join(installation.dataDir, 'files')).catch(() => []), [])
  })

  test('a missing file is a 404 of its own', async () => {
    const { node } = await start({})
    const source = await upload('Lost')
    const { rows } = await node.db.pool.query('select file_key from sources where id = $1', [source.id])
    await rm(join(installation.dataDir, 'files', rows[0].file_key))
    await refusal(member.call(getSourceContent, { sourceId: source.id }), 'source_content_missing')
  })

  test('that cannot be reached are a 503, and a new node is not ready until they can', async () => {
    const { node, people } = await start({ FILES: address })
    const source = await upload('Waits for the outage to end')
    storage.meddle = () => 'unavailable'
    const response = await fetch(node.address + getSourceContent.path.replace(':sourceId', source.id), {
      headers: people.member.headers,
    })
    assert.equal(response.status, 503)
    assert.ok(response.headers.get('retry-after'))
    assert.equal(((await response.json()) as { code: string }).code, 'busy')
    await refusal(upload('Refused'), 'busy')
    assert.deepEqual(await readiness(node.address), { status: 200, ready: true })
    const another = await installation.start({ FILES: address })
    const reason = 'The file storage cannot be used. The log has the details.'
    // On a slow machine, it does not respond at first.
    const unready = await until(
      () => readiness(another.address),
      (answer) => answer.reason === reason,
    )
    assert.deepEqual(unready, { status: 503, ready: false, reason })
    storage.meddle = () => null
    assert.deepEqual(await readiness(another.address), { status: 200, ready: true })
    assert.equal((await download(source)).toString(), 'Waits for the outage to end')
  })

  testInFull('that do not answer do not keep a node from starting', async () => {
    storage.meddle = () => 'stall'
    const node = await installation.start({ FILES: address })
    const reason = 'The file storage does not respond.'
    assert.deepEqual(await readiness(node.address), { status: 503, ready: false, reason })
  })

  test('a node with another folder is not ready, and says why', async () => {
    const { people } = await start({})
    const source = await upload('In the right folder')
    const other = await mkdtemp(join(tmpdir(), 'aerie-other-'))
    const node = await installation.start({ DATA_DIR: other })
    const reason = 'FILES is not where the files of this database are. The log has the details.'
    assert.deepEqual(await readiness(node.address), { status: 503, ready: false, reason })
    const lost = createClient({ baseUrl: node.address, headers: people.member.headers })
    await refusal(lost.call(getSourceContent, { sourceId: source.id }), 'busy')
    await node.stop()
    await rm(other, { recursive: true })
  })

  test('a bucket of another database is refused', async () => {
    await start({ FILES: address })
    const other = await newInstallation('postgresql')
    try {
      const node = await other.start({ FILES: address })
      assert.equal((await readiness(node.address)).status, 503)
    } finally {
      await other.remove()
    }
  })

  test('a bucket that files were not moved to is refused', async () => {
    await start({})
    const node = await installation.start({ FILES: address })
    assert.equal((await readiness(node.address)).status, 503)
    await assert.rejects(
      run(verifyCommand, {}, { FILES: address }),
      /are in the folder files in DATA_DIR, but FILES is s3:\/\/.* move them with: aerie files move/,
    )
  })

  test('of a restored database, which have no marker, are recognized by a file', async () => {
    const { node } = await start({})
    await upload('Restored')
    await node.stop()
    const opened = await openInstallation(config({}))
    await opened.db.pool.query('update file_storage set address = null, id = null')
    await opened.db.close()
    await rm(join(installation.dataDir, 'files/installation'))
    const again = await installation.start({})
    assert.deepEqual(await readiness(again.address), { status: 200, ready: true })
    assert.ok((await readdir(join(installation.dataDir, 'files'))).includes('installation'))
  })

  test('are moved to object storage and back while nodes run', async () => {
    const { node, people } = await start({})
    const other = createClient({
      baseUrl: (await installation.start({})).address,
      headers: people.member.headers,
    })
    const uploaded = new Map<string, { source: Source; sum: string }>()
    const add = async () => {
      const content = Buffer.from(`Content ${newId()}`)
      const source = await upload(new Uint8Array(content)).catch((error) => {
        if (error.code !== 'busy') throw error
      })
      if (source) uploaded.set(source.id, { source, sum: sumOf(content) })
    }
    for (let n = 0; n < 10; n++) await add()
    const whileNodesRun = async (to: string) => {
      let stop = false
      const load = (async () => {
        while (!stop) {
          await add()
          for (const client of [member, other])
            for (const { source, sum } of [...uploaded.values()].slice(-3))
              assert.equal(sumOf(await download(source, client)), sum)
        }
      })()
      try {
        return await run(filesMoveCommand, { to })
      } finally {
        stop = true
        await load
      }
    }
    const allAreThere = async () => {
      for (const client of [member, other])
        for (const { source, sum } of uploaded.values())
          assert.equal(sumOf(await download(source, client)), sum)
    }
    const folder = join(installation.dataDir, 'files')
    assert.match(await whileNodesRun(address), /^All files are in s3:\S+; \d+ of them .* Set FILES=s3:/)
    await allAreThere()
    assert.deepEqual(
      (await readdir(folder, { recursive: true })).filter((name) => name.length > 30),
      [],
    )
    assert.match(await run(filesMoveCommand, { to: address }), /; 0 of them \(0 bytes\) were moved now/)
    assert.match(await run(verifyCommand, { files: 'yes' }, { FILES: address }), /invariants hold/)
    // A node that starts again with the former setting is not ready.
    assert.equal((await readiness((await installation.start({})).address)).status, 503)
    assert.equal((await readiness(node.address)).status, 200)

    assert.match(await whileNodesRun(folder), /; \d+ of them .* Remove FILES/)
    await allAreThere()
    await add()
    assert.match(await run(verifyCommand, { files: 'yes' }), /invariants hold/)
  })

  testInFull('a move that is interrupted is continued, or goes back', async () => {
    await start({})
    const sources = []
    for (let n = 0; n < 6; n++) sources.push(await upload(`Content ${n}`))
    const folder = join(installation.dataDir, 'files')
    let puts = 0
    const fail = ({ method, path }: { method: string; path: string }) =>
      method === 'PUT' && !path.includes('installation') && ++puts > 2 ? ('unavailable' as const) : null
    storage.meddle = fail
    await assert.rejects(run(filesMoveCommand, { to: address }), /does not work: SlowDown/)
    storage.meddle = () => null
    for (const [n, source] of sources.entries())
      assert.equal((await download(source)).toString(), `Content ${n}`)
    await upload('While it is interrupted')
    await assert.rejects(
      run(filesMoveCommand, { to: storage.address('third') }),
      /Files are being moved from/,
    )
    assert.match(await run(filesMoveCommand, { to: folder }), /All files are in/)
    puts = 0
    storage.meddle = fail
    await assert.rejects(run(filesMoveCommand, { to: address }), /does not work: SlowDown/)
    storage.meddle = () => null
    assert.match(await run(filesMoveCommand, { to: address }), /All files are in/)
    for (const [n, source] of sources.entries())
      assert.equal((await download(source)).toString(), `Content ${n}`)
    assert.match(await run(verifyCommand, { files: 'yes' }, { FILES: address }), /invariants hold/)
  })

  test('are not moved to a place with other files, or to none', async () => {
    await start({})
    await assert.rejects(run(filesMoveCommand, { to: '/somewhere' }), CommandError)
    await assert.rejects(
      run(filesMoveCommand, { to: 's3://' }),
      /^CommandError: --to: It does not begin with s3/,
    )
    const store = await openStore(address, installation.dataDir)
    await writeText(store, `ab/${newId().slice(0, -2)}ab`, 'of another installation')
    await assert.rejects(run(filesMoveCommand, { to: address }), /already has other files/)
    await writeText(store, 'installation', 'of another installation')
    await assert.rejects(run(filesMoveCommand, { to: address }), /already has other files/)
  })
})
