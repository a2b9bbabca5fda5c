import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createProject,
  createTracker,
  deleteTracker,
  getTracker,
  getTrackerResults,
  listTrackers,
  previewTracker,
  updateProject,
  updateTracker,
} from '#contract'
import { newId } from '#platform'
import { meeting, onDatabase, onPostgres, refusal } from '#testing'

onDatabase('trackers', (app) => {
  const member = () => app().as('member')
  const addProject = async () => (await member().call(createProject, { name: 'Interviews' })).id
  const add = async (name = 'Price', projectId?: string) =>
    member().call(createTracker, {
      projectId: projectId ?? (await addProject()),
      name,
      phrases: [{ text: 'price' }],
    })

  test('a script creates a tracker with a key, and finds it in the list', async () => {
    const script = await app().withKey('member')
    const projectId = await addProject()
    const made = await script.call(createTracker, {
      projectId,
      name: 'Price',
      phrases: [{ text: 'price' }, { text: 'too expensive', match: 'stem' }],
      query: 'cost NEAR/5 high',
      exclude: [{ text: 'price of fame' }],
      language: 'en',
    })
    const { id, createdAt, updatedAt, ...rest } = made
    assert.deepEqual(rest, {
      projectId,
      name: 'Price',
      phrases: [
        { text: 'price', match: 'exact' },
        { text: 'too expensive', match: 'stem' },
      ],
      query: 'cost NEAR/5 high',
      exclude: [{ text: 'price of fame', match: 'exact' }],
      language: 'en',
      scope: {},
      backfill: null,
      counts: { mentions: 0, sources: 0 },
      version: 1,
    })
    assert.deepEqual(await script.call(getTracker, { trackerId: id }), made)
    assert.deepEqual((await script.call(listTrackers, { projectId, q: 'PRI' })).data, [made])
    assert.deepEqual((await script.call(listTrackers, { projectId, q: 'cost' })).data, [])
  })

  test('an empty tracker is rejected, and so is an invalid query, with the position', async () => {
    const projectId = await addProject()
    const fieldsOf = async (call: Promise<unknown>) => (await refusal(call, 'validation_failed')).errors
    for (const operation of [createTracker, previewTracker] as const) {
      const about = operation === createTracker ? { projectId, name: 'Nothing' } : { projectId }
      const call = (definition: object) =>
        member().call(operation as typeof createTracker, { ...about, ...definition } as never)
      assert.equal((await fieldsOf(call({ phrases: [] })))?.[0]?.path, 'phrases')
      const [field] = (await fieldsOf(call({ query: 'price AND (cost' }))) ?? []
      assert.equal(field?.path, 'query')
      assert.match(field.message, /^At character \d+: /)
      assert.equal(
        (await fieldsOf(call({ phrases: [{ text: 'price' }, { text: '?!' }] })))?.[0]?.path,
        'phrases[1].text',
      )
    }
    const { id: trackerId } = await add('Price', projectId)
    assert.equal(
      (await fieldsOf(member().call(updateTracker, { trackerId, phrases: [] })))?.[0]?.path,
      'phrases',
    )
    assert.equal(
      (await fieldsOf(member().call(updateTracker, { trackerId, query: '"' })))?.[0]?.path,
      'query',
    )
  })

  test('an edit of an outdated version is rejected', async () => {
    const { id: trackerId, version } = await add()
    const renamed = await member().call(updateTracker, { trackerId, name: 'Cost', version })
    assert.deepEqual([renamed.name, renamed.version], ['Cost', 2])
    await refusal(member().call(updateTracker, { trackerId, name: 'Money', version }), 'stale_version')
    const same = await member().call(updateTracker, { trackerId, name: 'Cost', version: 2 })
    assert.deepEqual(same, renamed)
  })

  test('a deleted tracker disappears immediately', async () => {
    const { id: trackerId, projectId } = await add()
    assert.deepEqual(await member().call(deleteTracker, { trackerId }), { id: trackerId })
    for (const operation of [getTracker, updateTracker, deleteTracker, getTrackerResults] as const)
      await refusal(member().call(operation as typeof getTracker, { trackerId }), 'tracker_not_found')
    assert.deepEqual((await member().call(listTrackers, { projectId })).data, [])
  })

  test('an archived project accepts no new trackers', async () => {
    const projectId = await addProject()
    await member().call(updateProject, { projectId, archived: true })
    await refusal(add('Price', projectId), 'project_archived')
    await refusal(add('Price', newId()), 'project_not_found')
    await refusal(member().call(listTrackers, { projectId: newId() }), 'project_not_found')
    await refusal(member().call(previewTracker, { projectId: newId(), query: 'price' }), 'project_not_found')
  })

  test('paging shows each tracker once, newest first, even while others are created', async () => {
    const projectId = await addProject()
    for (let n = 0; n < 5; n++) await add(`Tracker ${n}`, projectId)
    const names: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await member().call(listTrackers, { projectId, limit: 2, ...(cursor && { cursor }) })
      names.push(...page.data.map(({ name }) => name))
      cursor = page.nextCursor
      await add('Too late', projectId)
    }
    assert.deepEqual(
      names,
      [4, 3, 2, 1, 0].map((n) => `Tracker ${n}`),
    )
  })
})

onPostgres('trackers created simultaneously', (app) => {
  test('a project has at most a thousand, even if several are created simultaneously', async () => {
    const member = app().as('member')
    const { id: projectId } = await member.call(createProject, { name: 'Full' })
    await app().db.pool.query(
      `with made as (
         insert into trackers (id, project_id, name, phrases, exclude, created_by)
         select id, $2, 'One of many', '[{ "text": "price", "match": "exact" }]', '[]', $3 from unnest($1::uuid[]) id
         returning id
       ) insert into tracker_counters (tracker_id) select id from made`,
      [Array.from({ length: 998 }, newId), projectId, app().people.member.id],
    )
    const make = () => member.call(createTracker, { projectId, name: 'Price', phrases: [{ text: 'price' }] })
    const outcomes = await meeting(
      app().databaseUrl,
      { lock: `select from projects where id = '${projectId}' for update`, count: 4 },
      () => Promise.allSettled([make(), make(), make(), make()]),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    assert.equal(refused.length, 2)
    for (const outcome of refused as PromiseRejectedResult[])
      await refusal(Promise.reject(outcome.reason), 'too_many_trackers')
  })
})
