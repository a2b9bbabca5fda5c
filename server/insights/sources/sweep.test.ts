import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { getSourceContent, searchProject } from '#contract'
import { createLog, newId } from '#platform'
import { filesIn, onDatabase } from '#testing'
import { createSweep } from './sweep.ts'
import { newProject, read, textFile } from './testing/uploads.ts'

onDatabase('leftovers of a crash', (app) => {
  test('are removed at night: only files and readings that belong to no source', async () => {
    const { db, dataDir } = app()
    const projectId = await newProject(app())
    const { id: sourceId } = await read(app(), { projectId, file: textFile('kept.txt', 'Kept for good') })
    // Made to look as old as what is swept.
    const old = `ab/01900000-0000-7000-8000-0000000000ab`
    const lost = `ab/01900000-0000-7000-8000-0000000001ab`
    await db.pool.query('update sources set file_key = $1', [old])
    await mkdir(`${dataDir}/files/ab`, { recursive: true })
    for (const key of [old, lost]) await writeFile(`${dataDir}/files/${key}`, 'Kept for good')
    const part = `insert into source_text_parts
      select $1::uuid, $2::uuid, n, 0, 1, 'x', '[]' from generate_series(1, 700) n`
    const passage = `insert into source_passages
      select $1::uuid, $2::uuid, n, 0, 1, 'x', '[]', 'simple', '' from generate_series(1, 700) n`
    for (const id of [newId(), newId(), sourceId]) {
      const reading = newId()
      for (const rows of [part, passage]) await db.pool.query(rows, [id, reading])
    }

    await createSweep(filesIn(`${dataDir}/files`)).run(
      { db, log: createLog('silent'), signal: new AbortController().signal },
      {},
    )
    const isThere = (key: string) => existsSync(`${dataDir}/files/${key}`)
    assert.deepEqual([old, lost].filter(isThere), [old])
    for (const table of ['source_text_parts', 'source_passages']) {
      const { rows } = await db.pool.query(`select source_id, count(*) from ${table} group by 1`)
      assert.deepEqual(rows, [{ source_id: sourceId, count: 1 }])
    }
    const member = app().as('member')
    assert.equal(await (await member.call(getSourceContent, { sourceId })).text(), 'Kept for good')
    assert.equal((await member.call(searchProject, { projectId, q: 'kept' })).data.length, 1)
  })
})
