import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { cancelRun, createProject, getRun, type Run, revokeApiKey, revokeSessions, watchRun } from '#contract'
import type { Reader } from '#database'
import { createLog, newId } from '#platform'
import { addNewcomer, onDatabase, refusal, until } from '#testing'
import { createRunJob } from '../run-jobs.ts'
import { addRun, addSource } from '../testing/index.ts'
import { createWatcher } from './watcher.ts'
import type { Work } from './work-on.ts'

const text = 'A sentence that is cited by whoever tests. Another one.'

onDatabase('watching runs', (app) => {
  let projectId: string
  const member = () => app().as('member')
  /** Every event until the stream ends; `hear` is given what has come so far. */
  const watch = async (runId: string, hear = (_soFar: string) => {}) => {
    const answer = await member().call(watchRun, { runId })
    assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/)
    let soFar = ''
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      soFar += text
      hear(soFar)
    }
    return eventsIn(soFar)
  }
  const perform = (runId: string, write: (work: Work) => Promise<never>, reader = app().db.reader) =>
    createRunJob('a test', { concurrency: 1 }, write).run(
      { db: { ...app().db, reader }, log: createLog('silent'), signal: new AbortController().signal },
      { runId },
    )
  const seen = (runId: string, message: string) =>
    until(
      () => member().call(getRun, { runId }),
      ({ progress }) => progress.message === message,
    )

  before(async () => {
    projectId = (await member().call(createProject, { name: 'Watched' })).id
    await addSource(app().db, projectId, { text })
  })

  test('a stream ends with its credential and delivers nothing that came later', async () => {
    const key = await app().withKey('member')
    const { client: browser } = await addNewcomer(app(), 'member')
    for (const { caller, end } of [
      { caller: key, end: () => app().as('member').call(revokeApiKey, { keyId: key.keyId }) },
      { caller: browser, end: () => browser.call(revokeSessions, { exceptThis: false }) },
    ]) {
      const runId = await addRun(app().db, projectId)
      const stream = await caller.call(watchRun, { runId })
      const reading = new Response(stream.body).text()
      await end()
      await app()
        .db.reader.updateTable('skillRuns')
        .set({ message: 'After the end' })
        .where('id', '=', runId)
        .execute()
      assert.doesNotMatch(await reading, /After the end/)
    }
  })

  test('a watcher gets the run immediately and at each change, until it has finished', async () => {
    const runId = await addRun(app().db, projectId)
    let heard = ''
    const watching = watch(runId, (soFar) => {
      heard = soFar
    })
    const working = perform(runId, async ({ report, signal }) => {
      report({ done: 1, total: 2, message: 'One of two' })
      return wait(60_000, undefined, { signal }) as Promise<never>
    })
    await until(
      async () => heard,
      () => heard.includes('One of two'),
    )
    await member().call(cancelRun, { runId })
    await working
    const events = await watching
    assert.deepEqual(events.at(-1), await member().call(getRun, { runId }))
    assert.equal(new Set(events.map((event) => JSON.stringify(event))).size, events.length)
    const order = ['queued', 'running', 'canceled']
    const statuses = events.map(({ status }) => order.indexOf(status))
    assert.deepEqual(statuses, statuses.toSorted())
    assert.ok(events.some(({ progress }) => progress.message === 'One of two'))
  })

  test('progress reported while an earlier report is being written is reported as well', async () => {
    const runId = await addRun(app().db, projectId)
    let meanwhile = () => {}
    const reader = noticing(app().db.reader, 'updateTable', () => meanwhile())
    const working = perform(
      runId,
      async ({ report, signal }) => {
        report({ done: 1, total: 2, message: 'One of two' })
        meanwhile = () => {
          report({ done: 2, total: 2, message: 'Two of two' })
          meanwhile = () => {}
        }
        return wait(60_000, undefined, { signal }) as Promise<never>
      },
      reader,
    )
    await seen(runId, 'Two of two')
    await member().call(cancelRun, { runId })
    await working
  })

  test('a finished run is sent once, with its result, and an unknown one is refused', async () => {
    const runId = await addRun(app().db, projectId)
    const canceled = await member().call(cancelRun, { runId })
    assert.deepEqual(await watch(runId), [canceled])
    await refusal(member().call(watchRun, { runId: newId() }), 'run_not_found')
  })

  test('many watchers share one query, and all get the end', async () => {
    const runIds = [await addRun(app().db, projectId), await addRun(app().db, projectId)]
    let looks = 0
    const reader = noticing(app().db.reader, 'selectFrom', () => looks++)
    const watcher = createWatcher(createLog('silent'))
    const since = performance.now()
    const { signal } = new AbortController()
    const watching = runIds.flatMap((runId) =>
      Array.from({ length: 50 }, () => watcher.watch(reader, runId, signal)),
    )
    for (const { value } of await Promise.all(watching.map((events) => events.next())))
      assert.equal(value?.status, 'queued')
    const rest = watching.map((events) => Array.fromAsync(events))
    // Looking again reports nothing new.
    const beginning = looks
    await until(
      async () => looks,
      () => looks >= beginning + 2,
    )
    for (const runId of runIds) await member().call(cancelRun, { runId })
    for (const seen of await Promise.all(rest)) {
      assert.deepEqual(
        seen.map(({ status }) => status),
        ['canceled'],
      )
    }
    // One for each who comes, and those of the shared looking: three in a second at most, and one at the end.
    const most = 100 + 3 * ((performance.now() - since) / 1000) + 2
    assert.ok(looks <= most, `${looks} queries`)
  })

  test('watching ends when the run is deleted or the watcher disconnects', async () => {
    const { id } = await member().call(createProject, { name: 'Gone' })
    const runId = await addRun(app().db, id)
    const watcher = createWatcher(createLog('silent'))
    const leaving = new AbortController()
    const left = Array.fromAsync(watcher.watch(app().db.reader, runId, leaving.signal))
    const watching = watcher.watch(app().db.reader, runId, new AbortController().signal)
    assert.equal((await watching.next()).value?.status, 'queued')
    leaving.abort()
    await left
    await app().db.pool.query('update projects set deleted_at = now() where id = $1', [id])
    assert.deepEqual(await Array.fromAsync(watching), [])
  })
})

function eventsIn(stream: string): Run[] {
  return stream
    .split('\n\n')
    .filter((event) => event.startsWith('event: run\n'))
    .map((event) => JSON.parse(event.slice('event: run\ndata: '.length)))
}

/** Wraps the database to observe each statement that begins like this. */
function noticing(reader: Reader, what: 'selectFrom' | 'updateTable', notice: () => void): Reader {
  return new Proxy(reader, {
    get(target, name) {
      if (name === what) notice()
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
