// Power cuts: a disk then has what was synced, and by chance any of what was written since.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { openCluster } from './embedded-cluster.ts'
import { createCluster } from './embedded-template.ts'
import { beginFolder, clusterIn } from './folder-state.ts'
import { RecordedDisk } from './testing/disk.ts'

const moments = 12
const rows = 120
const scratch = fs.mkdtempSync(path.join(tmpdir(), 'aerie-power-'))
const cluster = clusterIn(scratch)
const initial = path.join(scratch, 'initial')
const disk = new RecordedDisk(cluster, initial)
/** How much had been asked of the disk when each row was acknowledged. */
const acknowledged: number[] = []

const open = (folder: string) => openCluster(folder, () => {})
const filler = (id: number) => 'filler'.repeat(1 + ((id * 20) % 500))

before(async () => {
  beginFolder(scratch)
  await createCluster(scratch)
  fs.cpSync(cluster, initial, { recursive: true })
  const stop = disk.record()
  const database = await open(cluster)
  await database.exec('create table kept (id integer primary key, filler text not null)')
  for (let id = 1; id <= rows; id++) {
    await database.query('insert into kept values ($1, $2)', [id, filler(id)])
    acknowledged.push(disk.length)
    if (id === 30) await database.exec('create index on kept (length(filler), id)')
    // Writes tables, and renames files of the log.
    if (id % 40 === 0) await database.exec('checkpoint')
    if (id === 70) await database.exec('vacuum kept')
  }
  await database.close()
  stop()
})
after(() => fs.rmSync(scratch, { recursive: true }))

test(`nothing acknowledged is lost in power cuts at ${moments} moments`, async () => {
  const first = acknowledged[0]!
  for (let n = 0; n < moments; n++) {
    const moment = first + Math.floor(((n + Math.random()) * (disk.length - first)) / moments)
    const target = path.join(scratch, `cut-${n}`)
    disk.rebuild(target, moment)
    const database = await open(target)
    const found = await database.query<{ id: number; filler: string }>('select * from kept order by id')
    const expected = acknowledged.filter((length) => length <= moment).length
    assert.ok(found.rows.length >= expected, `${found.rows.length} of ${expected} rows after ${moment} steps`)
    assert.deepEqual(
      found.rows,
      found.rows.map((_, at) => ({ id: at + 1, filler: filler(at + 1) })),
    )
    await database.close()
    fs.rmSync(target, { recursive: true })
  }
})
