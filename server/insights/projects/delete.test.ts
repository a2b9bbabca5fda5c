import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { test } from 'node:test'
import {
  createProject,
  createTracker,
  deleteProject,
  getProject,
  getSource,
  getSourceContent,
  getSourceText,
  getTracker,
  getTrackerResults,
  listProjects,
  listSources,
  listTrackers,
  retrySource,
  searchProject,
  updateProject,
  updateSource,
} from '#contract'
import { createLog } from '#platform'
import { filesIn, meeting, onEachDatabase, onPostgres, refusal, until } from '#testing'
import { newProject, read, textFile, upload } from '../sources/testing/uploads.ts'
import { createRemoveProject } from './remove.ts'

onEachDatabase('deleting a project', (app) => {
  const count = async (table: string, where: string, id: string) =>
    (await app().db.pool.query(`select count(*)::int as n from ${table} where ${where}`, [id])).rows[0]
      .n as number
  const files = () => Array.fromAsync(glob('*/*', { cwd: `${app().dataDir}/files` }))

  test('removes everything in it', async () => {
    const member = app().as('member')
    const kept = await read(app(), {
      projectId: await newProject(app()),
      file: textFile('kept.txt', 'Kept parcel'),
    })
    const projectId = await newProject(app(), 'Doomed')
    const { id: trackerId } = await member.call(createTracker, {
      projectId,
      name: 'Parcels',
      phrases: [{ text: 'parcel' }],
    })
    for (let n = 0; n < 12; n++)
      await upload(app(), {
        projectId,
        file: textFile(`call-${n}.txt`, `The parcel ${n} and another parcel`),
      })
    const { data } = await until(
      () => member.call(listSources, { projectId }),
      ({ counts }) => counts.ready === 12,
    )
    const { counts } = await member.call(getProject, { projectId })
    assert.deepEqual(counts, { sources: 12, trackers: 1, mentions: 24 })
    const listed = await member.call(listProjects, { q: 'Doomed' })
    assert.deepEqual(listed.data[0]?.counts, counts)
    const sourceId = data[0]!.id

    await app().as('admin').call(deleteProject, { projectId })
    for (const operation of [getProject, updateProject, listSources, listTrackers] as const)
      await refusal(member.call(operation, { projectId }), 'project_not_found')
    await refusal(app().as('admin').call(deleteProject, { projectId }), 'project_not_found')
    await refusal(member.call(searchProject, { projectId, q: 'parcel' }), 'project_not_found')
    await refusal(upload(app(), { projectId, title: 'Late', text: 'Late' }), 'project_not_found')
    for (const operation of [getSource, getSourceText, getSourceContent, retrySource, updateSource] as const)
      await refusal(member.call(operation, { sourceId }), 'source_not_found')
    await refusal(member.call(getTracker, { trackerId }), 'tracker_not_found')
    await refusal(member.call(getTrackerResults, { trackerId }), 'tracker_not_found')
    assert.deepEqual((await member.call(listProjects, { q: 'Doomed' })).data, [])

    await until(
      () => count('projects', 'id = $1', projectId),
      (left) => left === 0,
    )
    for (const table of ['sources', 'trackers', 'source_counts', 'skill_runs'])
      assert.equal(await count(table, 'project_id = $1', projectId), 0, table)
    assert.equal(await count('mentions', 'tracker_id = $1', trackerId), 0)
    const ids = data.map(({ id }) => `'${id}'`).join()
    assert.equal(await count('source_passages', `source_id in (${ids}) and $1 <> ''`, projectId), 0)
    assert.equal((await files()).length, 1)
    assert.equal(await (await member.call(getSourceContent, { sourceId: kept.id })).text(), 'Kept parcel')
  })

  test('leftovers of a lost job are removed at night', async () => {
    const projectId = await newProject(app())
    await read(app(), { projectId, title: 'Left', text: 'Left behind' })
    await app().db.pool.query('update projects set deleted_at = now() where id = $1', [projectId])
    const { db, dataDir } = app()
    const context = { db, log: createLog('silent'), signal: new AbortController().signal }
    await createRemoveProject(filesIn(`${dataDir}/files`)).run(context, {})
    assert.equal(await count('projects', 'id = $1', projectId), 0)
    assert.equal(await count('sources', 'project_id = $1', projectId), 0)
  })
})

onPostgres('deleting a project while something is added', (app) => {
  test('an upload is either deleted with it or finds no project', async () => {
    for (let round = 0; round < 5; round++) {
      const { id: projectId } = await app().as('member').call(createProject, { name: 'Doomed' })
      const lock = `select from projects where id = '${projectId}' for update`
      const outcomes = await meeting(app().databaseUrl, { lock, count: 6 }, () =>
        Promise.allSettled([
          ...Array.from({ length: 5 }, (_, n) => upload(app(), { projectId, title: 'T', text: `Text ${n}` })),
          app().as('admin').call(deleteProject, { projectId }),
        ]),
      )
      assert.equal(outcomes.at(-1)?.status, 'fulfilled')
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'project_not_found')
      await until(
        async () =>
          (await app().db.pool.query('select from projects where id = $1', [projectId])).rows.length,
        (left) => left === 0,
      )
    }
  })
})
