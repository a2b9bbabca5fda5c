import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import {
  createPatient,
  type DuplicateSearch,
  getPatient,
  type Input,
  listDuplicates,
  markNotDuplicates,
  searchDuplicates,
} from '#contract'
import type { Database } from '#database'
import { createLog, newId } from '#platform'
import { meeting, onEachDatabase, onPostgres, refusal, until } from '#testing'
import { searchJob } from './search-job.ts'
import { beginSearch } from './searches.ts'
import { anna, forget } from './testing.ts'

const log = createLog('silent')
const { signal } = new AbortController()

onEachDatabase('likely duplicates among all patients', (app) => {
  const member = () => app().as('member')
  const add = (about: Input<typeof createPatient>) => member().call(createPatient, about)
  const search = (db: Database = app().db) => searchJob.run({ db, log, signal }, {})
  const list = (query: Input<typeof listDuplicates> = {}) => member().call(listDuplicates, query)
  const pairs = async () =>
    (await list({ limit: 200 })).data.map(({ patients }) => patients.map(({ id }) => id))

  beforeEach(() => forget(app().db))

  test('a requested search finishes, and its pairs are listed', async () => {
    const [a, b] = [await add(anna), await add({ ...anna, givenName: 'Ana' })]
    await add({ givenName: 'Jonas', familyName: 'Weber', birthDate: '1960-02-02' })
    assert.deepEqual(await list(), { data: [], nextCursor: null, search: null })
    const queued = await member().call(searchDuplicates)
    assert.deepEqual(
      { ...queued, requestedAt: '' },
      {
        status: 'queued',
        done: 0,
        total: 3,
        requestedAt: '',
        finishedAt: null,
      },
    )
    const page = await until(list, ({ search }) => search?.status === 'done')
    assert.deepEqual([page.search?.done, page.search?.total], [3, 3])
    assert.ok(page.search?.finishedAt)
    assert.equal(page.nextCursor, null)
    assert.equal(page.data.length, 1)
    assert.deepEqual(page.data[0]!.patients, [
      await member().call(getPatient, { patientId: a.id }),
      await member().call(getPatient, { patientId: b.id }),
    ])
    assert.ok(page.data[0]!.score > 0.9)
    assert.equal(page.data[0]!.reasons[0], 'Same street and number')
  })

  test('paging lists each pair once, likeliest first', async () => {
    const about = (n: number) => ({
      ...anna,
      givenName: 'Anna',
      familyName: 'Müller',
      birthDate: `19${50 + 11 * n}-0${n + 1}-1${n}`,
    })
    for (let n = 0; n < 5; n++) {
      await add({ ...about(n), ...(n % 2 && { address: {}, phone: null, givenName: 'Ana' }) })
      await add({ ...about(n), address: {}, phone: null })
    }
    await search()
    const whole = await list()
    assert.equal(whole.data.length, 5)
    const scores = whole.data.map(({ score }) => score)
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    )
    assert.ok(new Set(scores).size > 1)
    const paged: typeof whole.data = []
    for (let cursor: string | undefined; ; ) {
      const page = await list({ limit: 2, ...(cursor && { cursor }) })
      paged.push(...page.data)
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    assert.deepEqual(paged, whole.data)
    await refusal(list({ cursor: 'nonsense' }), 'validation_failed')
  })

  test('pairs merged or flagged since are neither listed nor found again', async () => {
    const kept = [await add(anna), await add(anna)]
    const other = { ...anna, givenName: 'Jonas', familyName: 'Weber', birthDate: '1960-02-02' }
    const marked = [await add(other), await add(other)]
    const another = { ...anna, givenName: 'Petra', familyName: 'Schulz', birthDate: '1971-08-09' }
    const merged = [await add(another), await add(another)]
    await search()
    const ids = (pair: typeof kept) => pair.map(({ id }) => id)
    assert.deepEqual(await pairs(), [ids(kept), ids(marked), ids(merged)])
    await member().call(markNotDuplicates, { patientIds: ids(marked) })
    await app()
      .db.reader.updateTable('patients')
      .set({ mergedInto: merged[0]!.id })
      .where('id', '=', merged[1]!.id)
      .execute()
    assert.deepEqual(await pairs(), [ids(kept)])
    await search()
    assert.deepEqual(await pairs(), [ids(kept)])
    assert.equal(await found(app().db), 1)
  })

  test('an interrupted search continues where it was and finds each pair once', async () => {
    await addMany(app().db, 120)
    await search()
    const uninterrupted = await list({ limit: 200 })
    assert.equal(uninterrupted.data.length, 120)

    await assert.rejects(search(failingAfter(app().db, 3)), /cut off/)
    await assert.rejects(searchJob.run({ db: app().db, log, signal: AbortSignal.abort() }, {}), /abort/)
    const half = await list({ limit: 200 })
    assert.deepEqual([half.search?.status, half.search?.done], ['running', 100])
    assert.deepEqual(half.data, uninterrupted.data, 'the finished search is listed meanwhile')
    await search()
    const whole = await list({ limit: 200 })
    assert.deepEqual([whole.search?.status, whole.search?.done], ['done', 240])
    assert.deepEqual(whole.data, uninterrupted.data)
    assert.equal(await found(app().db), 120, 'what the search before found is gone')
  })

  test('a request during a search joins it, unless the search is stuck', async () => {
    const begun = await underWay(app().db, '1 minute')
    assert.deepEqual(await member().call(searchDuplicates), begun)
    assert.deepEqual((await list()).search, begun)

    await forget(app().db)
    await underWay(app().db, '1 day')
    // Without its job, which would delete the abandoned search when it finishes.
    assert.equal((await app().db.transaction(beginSearch)).isNew, true)
    const { rows } = await app().db.pool.query(
      'select status, finished_at is not null as ended from duplicate_searches order by requested_at limit 1',
    )
    assert.deepEqual(rows, [{ status: 'failed', ended: true }])
  })
})

onPostgres('simultaneous searches for duplicates', (app) => {
  beforeEach(() => forget(app().db))

  test('of simultaneous requests on two nodes one starts the search, and the others join it', async () => {
    const nodes = [app(), await app().startNode()]
    const begun = await meeting(
      app().databaseUrl,
      { lock: 'lock table duplicate_searches in share row exclusive mode', count: 6 },
      () => Promise.all([...nodes, ...nodes, ...nodes].map(({ db }) => db.transaction(beginSearch))),
    )
    assert.equal(new Set(begun.map(({ id }) => id)).size, 1)
    assert.equal(begun.filter(({ isNew }) => isNew).length, 1)
  })

  test('two simultaneous runs of one search find each pair once', async () => {
    const { db } = app()
    await addMany(db, 120)
    await Promise.all([searchJob.run({ db, log, signal }, {}), searchJob.run({ db, log, signal }, {})])
    const { data, search } = await app().as('member').call(listDuplicates, { limit: 200 })
    assert.deepEqual([search?.status, search?.done, data.length], ['done', 240, 120])
  })
})

const givenNames = ['Anna', 'Boris', 'Clara', 'David', 'Elena', 'Farid', 'Greta', 'Hugo']
const surnames =
  'Adler Bruckner Castillo Demir Ekström Fontaine Gupta Horvat Ivanov Jensen Kowalski Lindqvist Moreau Nakamura Okafor'

/** Adds people who are each recorded twice; no two people share both names. */
async function addMany({ pool }: Database, people: number): Promise<void> {
  for (const ending of ['', 'e']) {
    await pool.query(
      `insert into patients (id, given_name, family_name, birth_date)
       select id, given, family, date '1950-01-03' + 97 * number::integer
       from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as person (id, given, family, number)`,
      [
        Array.from({ length: people }, newId),
        Array.from({ length: people }, (_, n) => givenNames[n % 8]),
        Array.from({ length: people }, (_, n) => surnames.split(' ')[Math.floor(n / 8)] + ending),
      ],
    )
  }
}

/** A database whose transactions fail after the first few. */
function failingAfter(db: Database, transactions: number): Database {
  let left = transactions
  return {
    ...db,
    transaction: (body) => (left-- > 0 ? db.transaction(body) : Promise.reject(new Error('cut off'))),
  }
}

/** Inserts a search whose job made progress so long ago, and returns its state after a new request. */
async function underWay({ pool }: Database, ago: string): Promise<DuplicateSearch> {
  const { rows } = await pool.query(
    `insert into duplicate_searches (id, status, done, total, requested_at, progressed_at)
     values ($1, 'running', 5, 9, now() - interval '2 days', now() - $2::interval) returning requested_at`,
    [newId(), ago],
  )
  return { status: 'running', done: 5, total: 9, requestedAt: rows[0].requested_at, finishedAt: null }
}

async function found({ pool }: Database): Promise<number> {
  const { rows } = await pool.query('select count(*) from likely_duplicates')
  return rows[0].count
}
