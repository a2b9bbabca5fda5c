import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchProject } from '#contract'
import { createLog, newId } from '#platform'
import { onEachDatabase } from '#testing'
import { newProject, read } from '../testing/uploads.ts'
import { indexPassages } from './index-passages.ts'

onEachDatabase('texts indexed by an earlier version', (app) => {
  test('are found again once they are indexed, also if a run was interrupted', async () => {
    const { db } = app()
    const projectId = await newProject(app())
    const paragraph = (n: number) =>
      `Ada: The invoices of month ${n} were wrong. ${'They said so. '.repeat(80)}`
    for (const title of ['one', 'two'])
      await read(app(), {
        projectId,
        title,
        kind: 'transcript',
        text: [title, ...Array.from({ length: 30 }, (_, n) => paragraph(n))].join('\n'),
      })
    const find = async (q: string) =>
      (await app().as('member').call(searchProject, { projectId, q })).data.map((hit) => ({
        ...hit,
        score: 0,
      }))
    const before = await find('invoice')
    assert.equal(before.length, 50)

    await db.pool.query(`update source_passages set words = '', configuration = 'english'`)
    await db.pool.query(`update source_texts set indexed = $1`, [newId()])
    assert.deepEqual(await find('invoice'), [])
    const run = (signal: AbortSignal) => indexPassages.run({ db, log: createLog('silent'), signal }, {})
    await assert.rejects(run(AbortSignal.abort()))
    await run(new AbortController().signal)

    assert.deepEqual(await find('invoice'), before)
    const { rows } = await db.pool.query('select from source_texts where indexed is distinct from reading')
    assert.equal(rows.length, 0)
  })
})
