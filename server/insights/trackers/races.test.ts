import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import {
  createProject,
  createTracker,
  deleteTracker,
  dismissMention,
  getTracker,
  getTrackerResults,
  restoreMention,
  updateSource,
  updateTracker,
} from '#contract'
import type { Database } from '#database'
import { createLog, newId } from '#platform'
import { meeting, onPostgres, refusal, until } from '#testing'
import { writeParts } from '../library/testing/write-text.ts'
import { createMatcher, type Matcher } from '../matching/matcher.ts'
import { createRematchJob, matchArrival, writeArrival } from '../mentions/index.ts'
import { createBackfillJob, nextProject } from './backfill/job.ts'
import { matchNext, nextGroup } from './backfill/match.ts'
import { writeBatch } from './backfill/write-batch.ts'
import { removeTracker } from './removal-job.ts'
import { countersOf, freshScan, mentionsThere } from './testing/scan.ts'
import { segmentsOf, sourcesOn } from './testing/sources.ts'
import { addWithoutJob, changeWithoutJob, settled } from './testing/trackers.ts'

onPostgres('simultaneous changes of trackers and sources', (app) => {
  let matcher: Matcher
  before(() => {
    matcher = createMatcher()
  })
  after(() => matcher.stop())
  // A job that still runs would take the projects of the next test, of which some go over them by hand.
  afterEach(() =>
    until(
      () =>
        app().db.pool.query(
          `select from pgboss.job where name = 'trackers.backfill' and state in ('created', 'retry', 'active')`,
        ),
      ({ rows }) => rows.length === 0,
    ),
  )
  const member = () => app().as('member')
  const sources = () => sourcesOn(app(), matcher)
  const addProject = async () => (await member().call(createProject, { name: 'Interviews' })).id
  const track = (projectId: string, phrase: string) =>
    member().call(createTracker, { projectId, name: phrase, phrases: [{ text: phrase }] })
  const goOver = (by = matcher) => createBackfillJob(by).run(context(), { projectId: newId() })
  const waiting = async () => {
    const { rows } = await app().db.pool.query(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0].count as number
  }
  const agrees = async (projectId: string) => {
    assert.deepEqual(await mentionsThere(app().db, projectId), await freshScan(app().db, matcher, projectId))
    const { kept, counted } = await countersOf(app().db, projectId)
    assert.deepEqual(kept, counted)
  }

  /** Holds a source's last transaction up before its commit, until `call` has come as far as it comes, and `look` has looked. */
  async function whileWriting(
    projectId: string,
    text: string,
    call: () => Promise<unknown>,
    look: () => Promise<unknown> = async () => {},
    sourceId?: string,
  ): Promise<void> {
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const id = sourceId ?? (await sources().add({ projectId, text: '' }))
    const writing = sources().write(id, projectId, text, async () => {
      reached.resolve()
      await gate.promise
    })
    await reached.promise
    let done = false
    const called = call().then(() => {
      done = true
    })
    await until(
      async () => done || (await waiting()) > 0,
      (either) => either,
    )
    await look()
    gate.resolve()
    await Promise.all([writing, called])
  }

  test('a tracker created while a source becomes ready finds its mentions', async () => {
    const projectId = await addProject()
    await whileWriting(projectId, 'The price is high.', async () => {
      await track(projectId, 'price')
      await settled(app(), projectId)
    })
    await settled(app(), projectId)
    assert.equal((await mentionsThere(app().db, projectId)).length, 1)
    await agrees(projectId)
  })

  test('a tracker changed while a source becomes ready finds its mentions', async () => {
    const projectId = await addProject()
    const { id: trackerId } = await track(projectId, 'support')
    await whileWriting(projectId, 'The price is high.', async () => {
      await member().call(updateTracker, { trackerId, phrases: [{ text: 'price' }] })
      await settled(app(), projectId)
    })
    await settled(app(), projectId)
    assert.equal((await mentionsThere(app().db, projectId)).length, 1)
  })

  test('matches of a former set of trackers are not written', async () => {
    const projectId = await addProject()
    const id = await sources().add({ projectId, text: '' })
    const text = 'The price is high.'
    const reading = await writeParts(app().db.reader, id, text, segmentsOf(text))
    const match = () =>
      matchArrival(app().db, matcher, { projectId, texts: [{ ...reading, language: 'en' }] })
    const write = async (arrival: Awaited<ReturnType<typeof match>>) =>
      app().db.transaction((tx) => writeArrival(tx, arrival))
    const beforeMade = await match()
    const { id: trackerId } = await track(projectId, 'price')
    assert.equal(await write(beforeMade), 'trackers changed')
    const beforeChanged = await match()
    await member().call(updateTracker, { trackerId, phrases: [{ text: 'high' }] })
    assert.equal(await write(beforeChanged), 'trackers changed')
    const beforeRenamed = await match()
    await member().call(updateTracker, { trackerId, name: 'High' })
    assert.equal(await write(beforeRenamed), 'written')
    const beforeDeleted = await match()
    await member().call(deleteTracker, { trackerId })
    assert.equal(await write(beforeDeleted), 'trackers changed')
  })

  test('mentions of two sources that become ready simultaneously appear in the order of their numbers', async () => {
    const projectId = await addProject()
    const { id: trackerId } = await track(projectId, 'price')
    const seen: number[] = []
    let cursor: string | null = null
    const look = async () => {
      const page: Awaited<ReturnType<typeof results>> = await results(cursor)
      seen.push(...page.data.map(({ seq }) => seq))
      cursor = page.cursor
    }
    await whileWriting(
      projectId,
      'The price is high.',
      () => sources().add({ projectId, text: 'The price is fair.' }),
      look,
    )
    await look()
    assert.deepEqual(seen, [1, 2])

    function results(after: string | null) {
      return member().call(getTrackerResults, { trackerId, ...(after && { after }) })
    }
  })

  test('a text that changes during a backfill gets the mentions of the new text', async () => {
    const projectId = await addProject()
    const id = await sources().add({ projectId, text: 'The price is high.' })
    const other = await sources().add({ projectId, text: 'A fair price.' })
    await addWithoutJob(app(), projectId, ['price'])
    const group = (await nextGroup(app().db, projectId))!
    const batch = await matchNext(app().db, matcher, group)
    await sources().write(id, projectId, 'Support is good. So is the price.')
    await sources().remove(other)
    assert.equal(await writeBatch(app().db, group, batch), 'written')
    await goOver()
    await agrees(projectId)
    assert.equal((await mentionsThere(app().db, projectId)).length, 1)
  })

  test('a text that changes while a backfill writes its former mentions gets the right ones', async () => {
    const projectId = await addProject()
    const id = await sources().add({ projectId, text: 'The price is high.' })
    const trackerId = await addWithoutJob(app(), projectId, ['price'])
    await rewrittenDuringNextBatch('Support is good, but the price is high.')
    await goOver()
    await changeWithoutJob(app(), projectId, trackerId, ['fair'])
    await rewrittenDuringNextBatch('Support is good.')
    assert.deepEqual(await mentionsThere(app().db, projectId), [])
    await agrees(projectId)

    async function rewrittenDuringNextBatch(text: string) {
      const group = (await nextGroup(app().db, projectId))!
      const batch = await matchNext(app().db, matcher, group)
      const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const held: Database = {
        ...app().db,
        transaction: (body) =>
          app().db.transaction(async (tx) => {
            const result = await body(tx)
            reached.resolve()
            await gate.promise
            return result
          }),
      }
      const written = writeBatch(held, group, batch)
      await reached.promise
      let done = false
      const rewritten = sources()
        .write(id, projectId, text)
        .then(() => {
          done = true
        })
      await until(
        async () => done || (await waiting()) > 0,
        (either) => either,
      )
      gate.resolve()
      await Promise.all([written, rewritten])
      await agrees(projectId)
    }
  })

  test('a mention dismissed while its source is written again stays dismissed, and counts stay right', async () => {
    const projectId = await addProject()
    const { id: trackerId } = await track(projectId, 'price')
    const sourceId = await sources().add({ projectId, text: 'The price is high. A fair price.' })
    const { data } = await member().call(getTrackerResults, { trackerId })
    const dismiss = (n: number) => member().call(dismissMention, { trackerId, mentionId: data[n]!.id })
    const held = (text: string, call: () => Promise<unknown>) =>
      meeting(
        app().databaseUrl,
        { lock: `select from tracker_counters where tracker_id = '${trackerId}' for update`, count: 2 },
        () => Promise.allSettled([sources().write(sourceId, projectId, text), call()]),
      )
    // Whichever is first, the second finds what the first has left.
    const [, outcome] = await held('Hello. The price is high. A fair price.', () => dismiss(0))
    await agrees(projectId)
    if (outcome?.status === 'rejected') await refusal(Promise.reject(outcome.reason), 'mention_not_found')
    else
      assert.deepEqual(
        (await mentionsThere(app().db, projectId)).map(({ dismissed }) => dismissed),
        [true, false],
      )
  })

  test('one mention dismissed and restored many times simultaneously is counted once or not at all', async () => {
    const projectId = await addProject()
    const { id: trackerId } = await track(projectId, 'price')
    await sources().add({ projectId, text: 'The price is high. A fair price.' })
    const { data } = await member().call(getTrackerResults, { trackerId })
    const either = [dismissMention, restoreMention] as const
    const calls = data.flatMap(({ id: mentionId }) =>
      [0, 1, 0, 1].map(
        (n) => () => member().call(either[n] as typeof dismissMention, { trackerId, mentionId }),
      ),
    )
    await meeting(
      app().databaseUrl,
      { lock: `select from sources where project_id = '${projectId}' for update`, count: 4 },
      () => Promise.all(calls.map((call) => call())),
    )
    await agrees(projectId)
    for (const { id: mentionId } of data) await member().call(dismissMention, { trackerId, mentionId })
    assert.deepEqual((await member().call(getTracker, { trackerId })).counts, { mentions: 0, sources: 0 })
    await agrees(projectId)
  })

  test('a mention dismissed while its tracker is edited and searches again stays dismissed', async () => {
    const projectId = await addProject()
    await sources().add({ projectId, text: 'The price is high.' })
    const { id: trackerId } = await track(projectId, 'price')
    await settled(app(), projectId)
    await changeWithoutJob(app(), projectId, trackerId, ['high', 'price'])
    const group = (await nextGroup(app().db, projectId))!
    const batch = await matchNext(app().db, matcher, group)
    const [mention] = (await member().call(getTrackerResults, { trackerId })).data
    await member().call(dismissMention, { trackerId, mentionId: mention!.id })
    assert.equal(await writeBatch(app().db, group, batch), 'written')
    await goOver()
    await agrees(projectId)
    assert.deepEqual(
      (await member().call(getTrackerResults, { trackerId })).data.map(({ text }) => text),
      ['high'],
    )
  })

  test('a source that enters the scope of a tracker while the tracker searches it has its mentions', async () => {
    const projectId = await addProject()
    const sourceId = await sources().add({ projectId, text: 'The price.' })
    // Holds up the change of the source before its commit, when it has looked for trackers.
    const key = 1
    await app().db.pool.query(`
      create function hold() returns trigger language plpgsql
        as 'begin perform pg_advisory_xact_lock(${key}); return null; end';
      create constraint trigger hold after update of tags on sources
        deferrable initially deferred for each row execute function hold()`)
    await meeting(
      app().databaseUrl,
      { lock: `select pg_advisory_xact_lock(${key})`, count: 2 },
      async (waiting) => {
        const tagged = member().call(updateSource, { sourceId, tags: ['beta'] })
        await waiting(1)
        await member().call(createTracker, {
          projectId,
          name: 'Limited',
          phrases: [{ text: 'price' }],
          scope: { tags: ['beta'] },
        })
        await Promise.all([tagged, goOver()])
      },
    )
    await app().db.pool.query('drop function hold cascade')
    await settled(app(), projectId)
    await agrees(projectId)
    assert.equal((await mentionsThere(app().db, projectId)).length, 1)
  })

  test('a source that is written again while it is matched again has the mentions of its new text', async () => {
    const projectId = await addProject()
    await track(projectId, 'price')
    const id = await sources().add({ projectId, text: 'The price is high.' })
    // Without the job, which would be done before the text is written.
    await app().db.pool.query('update sources set rematch = true where id = $1', [id])
    const matchAgain = () => createRematchJob(matcher).run(context(), { sourceId: id })
    await whileWriting(projectId, 'Support is good.', matchAgain, undefined, id)
    await agrees(projectId)
    assert.deepEqual(await mentionsThere(app().db, projectId), [])
  })

  test("matches of a tracker's former definition are not written", async () => {
    const projectId = await addProject()
    await sources().add({ projectId, text: 'The price is high.' })
    const trackerId = await addWithoutJob(app(), projectId, ['price'])
    const group = (await nextGroup(app().db, projectId))!
    const batch = await matchNext(app().db, matcher, group)
    await member().call(updateTracker, { trackerId, phrases: [{ text: 'high' }] })
    assert.equal(await writeBatch(app().db, group, batch), 'written')
    await goOver()
    await agrees(projectId)
    assert.deepEqual(
      (await mentionsThere(app().db, projectId)).map(({ text }) => text),
      ['high'],
    )
  })

  test('of two backfills of the same sources, the second writes nothing', async () => {
    const projectId = await addProject()
    for (let n = 0; n < 3; n++) await sources().add({ projectId, text: `The price of ${n} is high.` })
    const trackerId = await addWithoutJob(app(), projectId, ['price'])
    const group = (await nextGroup(app().db, projectId))!
    const batch = await matchNext(app().db, matcher, group)
    assert.deepEqual(
      (await Promise.all([writeBatch(app().db, group, batch), writeBatch(app().db, group, batch)])).sort(),
      ['taken over', 'written'],
    )
    const { backfill, counts } = await member().call(getTracker, { trackerId })
    assert.deepEqual([backfill?.done, counts.mentions], [3, 3])
    await agrees(projectId)
  })

  test('projects take turns, even if two ask simultaneously', async () => {
    await goOver()
    const [one, other] = [await addProject(), await addProject()]
    for (const projectId of [one, one, other]) await addWithoutJob(app(), projectId, ['price'])
    // Their turns may end in one millisecond.
    await app().db.pool.query(`update tracker_backfills set progressed_at = now() + interval '1 minute'`)
    const next = () => nextProject(app().db)
    for (let n = 0; n < 4; n++) assert.deepEqual((await Promise.all([next(), next()])).sort(), [one, other])
    assert.deepEqual(
      [await nextProject(app().db, [one]), await nextProject(app().db, [one, other])],
      [other, null],
    )
  })

  test('a project whose backfill fails holds up no other', async () => {
    const [bad, good] = [await addProject(), await addProject()]
    for (const projectId of [bad, good]) await sources().add({ projectId, text: 'The price is high.' })
    const cannot = await addWithoutJob(app(), bad, ['price'])
    const can = await addWithoutJob(app(), good, ['price'])
    const failing: Matcher = {
      ...matcher,
      match: (text, set) =>
        set.trackers.some(({ id }) => id === cannot)
          ? Promise.reject(new Error('It cannot be matched.'))
          : matcher.match(text, set),
    }
    await assert.rejects(goOver(failing), /failed/)
    const { backfill, counts } = await member().call(getTracker, { trackerId: can })
    assert.deepEqual([backfill, counts.mentions], [null, 1])
    await goOver()
    await agrees(bad)
  })

  test('trackers created at different times are matched together with the remaining sources', async () => {
    const projectId = await addProject()
    for (let n = 0; n < 3; n++) await sources().add({ projectId, text: `The price of ${n} is high.` })
    const first = await addWithoutJob(app(), projectId, ['price'])
    const group = (await nextGroup(app().db, projectId))!
    const batch = await matchNext(app().db, matcher, group)
    await writeBatch(app().db, group, batch)
    const second = await addWithoutJob(app(), projectId, ['high'])
    const third = await addWithoutJob(app(), projectId, ['of'])
    const behind = (await nextGroup(app().db, projectId))!
    assert.deepEqual([behind.trackers.map(({ id }) => id), behind.until], [[second, third], batch.reached])
    await writeBatch(app().db, behind, await matchNext(app().db, matcher, behind))
    const together = (await nextGroup(app().db, projectId))!
    assert.deepEqual([together.trackers.map(({ id }) => id), together.until], [[first, second, third], null])
    await goOver()
    assert.equal(await nextGroup(app().db, projectId), null)
    await agrees(projectId)
  })

  test('a tracker can be removed while a source with its mentions moves to another day', async () => {
    const projectId = await addProject()
    const { id: trackerId } = await track(projectId, 'price')
    const sourceId = await sources().add({ projectId, text: 'The price is high.' })
    await app().db.pool.query('update trackers set deleted_at = now() where id = $1', [trackerId])
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const moving = sources().move(sourceId, '2026-01-01T00:00:00.000Z', async () => {
      reached.resolve()
      await gate.promise
    })
    await reached.promise
    const removed = removeTracker(app().db, trackerId, new AbortController().signal)
    await until(waiting, (calls) => calls > 0)
    gate.resolve()
    await Promise.all([moving, removed])
    assert.deepEqual((await app().db.pool.query('select from trackers where id = $1', [trackerId])).rows, [])
  })

  test('simultaneous changes of sources and trackers leave the right mentions and counters', async () => {
    const projectId = await addProject()
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, n) => sources().add({ projectId, text: `The price of ${n} is high.` })),
    )
    const trackers = await Promise.all(
      ['price', 'high', 'of', 'fair'].map((phrase) => track(projectId, phrase)),
    )
    await Promise.all([
      ...ids.map((id, n) => sources().write(id, projectId, `A price of ${n} is fair.`)),
      ...ids.slice(2).map((id, n) => sources().move(id, `2026-01-0${n + 1}T00:00:00.000Z`)),
      sources().remove(ids[0]!),
      sources().add({ projectId, text: 'A fair price of high support.' }),
      member().call(updateTracker, { trackerId: trackers[0]!.id, phrases: [{ text: 'is' }] }),
      member().call(deleteTracker, { trackerId: trackers[1]!.id }),
      track(projectId, 'support'),
    ])
    await settled(app(), projectId)
    await agrees(projectId)
  })

  test('results, their counts and their trend agree, even if there is a new mention in between', async () => {
    const projectId = await addProject()
    const { id: trackerId } = await track(projectId, 'price')
    await settled(app(), projectId)
    await sources().add({ projectId, text: 'The price.' })
    const change = (by: number) =>
      `update tracker_days set mentions = mentions + ${by} where tracker_id = '${trackerId}'`
    const { counts, trend } = await meeting(
      app().databaseUrl,
      { lock: 'lock table tracker_days', count: 1, change: change(1) },
      () => member().call(getTrackerResults, { trackerId }),
    )
    await app().db.pool.query(change(-1))
    assert.deepEqual(counts, { mentions: 1, sources: 1 })
    assert.deepEqual(
      trend.map(({ count }) => count),
      [1],
    )
  })

  const context = () => ({ db: app().db, log: createLog('silent'), signal: new AbortController().signal })
})
