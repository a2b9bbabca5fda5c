import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQueryId } from 'kysely'
import { createProject, createSource, createTracker } from '#contract'
import { createLog } from '#platform'
import { onDatabase } from '#testing'
import { removalJob, removeTracker } from './removal-job.ts'

const { signal } = new AbortController()

onDatabase('removing a tracker', (app) => {
  test('reads the rows that it has deleted only once, however many there are', async () => {
    const { db } = app()
    const member = app().as('member')
    const { id: projectId } = await member.call(createProject, { name: 'Large' })
    const { id } = await member.call(createTracker, {
      projectId,
      name: 'Large',
      phrases: [{ text: 'price' }],
    })
    const source = await member.call(createSource, { projectId, title: 'Empty', text: 'Nothing.' })
    await db.pool.query(
      `insert into mentions (tracker_id, seq, id, source_id, day, rule, start_offset, end_offset, text, snippet, highlights)
       select $1, n * 10, gen_random_uuid(), $2, current_date, 'price', n, n + 1, 'price', 'price', '[]'
       from generate_series(1, 1200) as n`,
      [id, source.id],
    )
    await db.pool.query('update trackers set deleted_at = now() where id = $1', [id])

    const begun: unknown[] = []
    const reader = db.reader.withPlugin({
      transformQuery({ node }) {
        const { sql, parameters } = db.reader.getExecutor().compileQuery(node, createQueryId())
        const place = /seq > \$(\d+)/.exec(sql)?.[1]
        begun.push(parameters[Number(place) - 1])
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await removeTracker({ ...db, reader }, id, signal)
    assert.deepEqual(begun, [0, 5000, 10_000, 12_000])
    assert.deepEqual((await db.pool.query('select from mentions where tracker_id = $1', [id])).rows, [])
    assert.deepEqual((await db.pool.query('select from trackers where id = $1', [id])).rows, [])
  })

  test('that was deleted, but whose job was lost, is done at night', async () => {
    const { db } = app()
    const member = app().as('member')
    const { id: projectId } = await member.call(createProject, { name: 'Left' })
    const phrases = [{ text: 'price' }]
    const lost = await member.call(createTracker, { projectId, name: 'Lost', phrases })
    const kept = await member.call(createTracker, { projectId, name: 'Kept', phrases })
    await db.pool.query('update trackers set deleted_at = now() where id = $1', [lost.id])
    await removalJob.run({ db, log: createLog('silent'), signal }, {})
    const { rows } = await db.pool.query('select id from trackers where project_id = $1', [projectId])
    assert.deepEqual(rows, [{ id: kept.id }])
  })
})
