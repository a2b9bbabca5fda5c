import assert from 'node:assert/strict'
import { once } from 'node:events'
import { afterEach, mock, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { openDatabase } from '#database'
import { createLog, type Job, type Jobs, startJobs } from '#platform'
import { onEachDatabase, postgres, until } from '#testing'

interface Sent {
  n: number
}

const quickly = { limit: 1, delaySeconds: 0 }

onEachDatabase('jobs', (app, kind) => {
  const jobOf = (
    name: string,
    run: (data: Sent, signal: AbortSignal) => Promise<void>,
    more: Partial<Job<Sent>> = {},
  ): Job<Sent> => ({ name, timeLimitSeconds: 30, run: ({ signal }, data) => run(data, signal), ...more })
  const started: Jobs[] = []
  const start = async (...all: Job<Sent>[]) => {
    const jobs = await startJobs(all, { db: app().db, log: createLog('silent') })
    started.push(jobs)
    return jobs
  }
  const send = (jobs: Jobs, job: Job<Sent>, ...numbers: number[]) =>
    app().db.transaction(async (tx) => {
      for (const n of numbers) await jobs.send(tx, job, { n })
    })
  const completed = (name: string, count = 1) =>
    until(
      () => queued(name),
      (all) => all.filter(({ state }) => state === 'completed').length === count,
    )

  afterEach(async () => {
    for (const jobs of started.splice(0)) await jobs.stop()
  })

  test('jobs can be sent in a transaction as soon as the queue has started', async () => {
    for (let n = 0; n < 5; n++) {
      const job = jobOf(`test.at-once-${n}`, async () => {})
      await send(await start(job), job, n)
    }
  })

  test('a job sent in a transaction runs once it commits, and never when it does not', async () => {
    const ran: number[] = []
    const job = jobOf('test.commits', async ({ n }) => void ran.push(n))
    const jobs = await start(job)
    const undone = app().db.transaction(async (tx) => {
      await jobs.send(tx, job, { n: 1 })
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    await send(jobs, job, 2)
    await completed(job.name)
    assert.deepEqual(ran, [2])
    assert.deepEqual(await queued(job.name), [{ state: 'completed', data: { n: 2 } }])
  })

  test('a job begins when it is sent, and one after another, without waiting to be looked for', async () => {
    // Looked for once an hour, none would begin during this test.
    const { work } = PgBoss.prototype
    const lookedFor = mock.method(PgBoss.prototype, 'work', function (
      this: PgBoss,
      ...given: [string, object, never]
    ) {
      const [name, options, run] = given
      return work.call(this, name, { ...options, pollingIntervalSeconds: 3600 }, run)
    } as never)
    const job = jobOf('test.begins', async () => {})
    const jobs = await start(job).finally(() => lookedFor.mock.restore())
    for (let n = 1; n <= 10; n++) {
      await send(jobs, job, n)
      await completed(job.name, n)
    }
    await send(jobs, job, ...Array.from({ length: 20 }, (_, n) => n))
    await completed(job.name, 30)
  })

  test('a node runs as many of a job at once as it says, and one unless it says so', async () => {
    for (const concurrency of [undefined, 3]) {
      let now = 0
      let most = 0
      const together = Promise.withResolvers<void>()
      const run = async () => {
        most = Math.max(most, ++now)
        if (now === (concurrency ?? 1)) together.resolve()
        await together.promise
        // One too many begins meanwhile.
        await wait(30)
        now--
      }
      const job = jobOf(`test.beside-${concurrency}`, run, {
        ...(concurrency && { concurrency }),
        // Another attempt would count as another job.
        timeLimitSeconds: 3600,
      })
      await send(await start(job), job, ...Array.from({ length: 12 }, (_, n) => n))
      await completed(job.name, 12)
      assert.equal(most, concurrency ?? 1)
    }
  })

  test('jobs that wait run together, without waiting for more, and each alone if that fails', async () => {
    const runs: number[][] = []
    const ran = (...all: Sent[]) => runs.push(all.map(({ n }) => n))
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const alone = jobOf('test.alone', async (data) => {
      ran(data)
      if (data.n === 3 && runs.flat().filter((n) => n === 3).length < 4) throw new Error('at first')
    })
    alone.retries = { limit: 5, delaySeconds: 0 }
    const together: Job<Sent> = {
      name: 'test.together',
      together: { most: 3, alone },
      async run(_, ...all) {
        ran(...all)
        begun.resolve()
        await goOn.promise
        if (all.some(({ n }) => n === 3)) throw new Error('for one of them')
      },
    }
    const jobs = await start(alone, together)
    await send(jobs, together, 0)
    await begun.promise
    await send(jobs, together, 1, 2, 3, 4, 5)
    goOn.resolve()
    await completed(together.name, 3)
    await completed(alone.name, 3)
    assert.deepEqual(
      runs.filter(({ length }) => length > 1).map((all) => all.toSorted()),
      [
        [1, 2, 3],
        [4, 5],
      ],
    )
    const once = runs.filter(({ length }) => length === 1).flat()
    assert.deepEqual(once.toSorted(), [0, 1, 2, 3, 3, 3])
  })

  test('of jobs whose node was killed while they ran together, each is run alone', async () => {
    const runs: number[][] = []
    const run = async (...all: Sent[]) => void runs.push(all.map(({ n }) => n))
    const alone = jobOf('test.killed-alone', (data) => run(data))
    const together: Job<Sent> = {
      name: 'test.killed-together',
      together: { most: 5, alone },
      run: (_, ...all) => run(...all),
    }
    const jobs = await start(alone, together)
    await app().db.transaction(async (tx) => {
      await jobs.send(tx, together, { n: 1 }, { n: 2 })
      await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute'
        where name = ${together.name}`.execute(tx)
    })
    if (kind === 'embedded') await start(alone, together)
    await completed(alone.name, 2)
    assert.deepEqual(runs.toSorted(), [[1], [2]])
  })

  test('a job that fails is tried again, and in the end waits among the dead letters', async () => {
    let attempts = 0
    const run = async () => {
      attempts++
      throw new Error('always')
    }
    const job = jobOf('test.fails', run, { retries: { limit: 2, delaySeconds: 0 } })
    await send(await start(job), job, 3)
    const letters = await until(
      () => queued('dead_letters'),
      ({ length }) => length > 0,
    )
    assert.equal(attempts, 3)
    assert.deepEqual(letters, [{ state: 'created', data: { n: 3 } }])
  })

  test('a job that failed for good is given up, again and again until that succeeds', async () => {
    const happened: string[] = []
    const job = jobOf('test.given-up', async () => fail('run'), {
      retries: quickly,
      giveUp: async (_, { n }) =>
        happened.length < 4 ? fail(`give up ${n}`) : void happened.push(`gave up ${n}`),
    })
    await send(await start(job), job, 7)
    await until(
      async () => happened,
      ({ length }) => length === 5,
    )
    assert.deepEqual(happened, ['run', 'run', 'give up 7', 'give up 7', 'gave up 7'])

    function fail(what: string): never {
      happened.push(what)
      throw new Error(what)
    }
  })

  test('a job is aborted at its time limit, and tried again', async () => {
    let aborted = 0
    const run = async (_: Sent, signal: AbortSignal) => {
      await once(signal, 'abort')
      aborted++
    }
    const job = jobOf('test.too-long', run, { timeLimitSeconds: 1, retries: quickly })
    await send(await start(job), job, 1)
    const [after] = await until(
      () => queued(job.name),
      ([only]) => only?.state === 'failed' && aborted === 2,
    )
    assert.deepEqual(after?.data, { n: 1 })
  })

  test('a stop lets a short job end, and takes no more', async () => {
    const { promise: running, resolve: runs } = Promise.withResolvers<void>()
    let done = 0
    const job = jobOf('test.slow', async (_, signal) => {
      runs()
      await once(signal, 'abort')
      await wait(50)
      done++
    })
    const jobs = await start(job)
    await send(jobs, job, 4)
    await running
    await send(jobs, job, 5)
    await jobs.stop()
    assert.equal(done, 1)
    assert.deepEqual(await queued(job.name), [
      { state: 'completed', data: { n: 4 } },
      { state: 'created', data: { n: 5 } },
    ])
  })

  test('a stop interrupts a long job, which is no failure: the next start runs it again', async () => {
    const { promise: running, resolve: runs } = Promise.withResolvers<void>()
    let times = 0
    const gaveUp: Sent[] = []
    const run = async (_: Sent, signal: AbortSignal) => {
      if (++times > 1) return
      runs()
      await once(signal, 'abort')
      signal.throwIfAborted()
    }
    const job = jobOf('test.long', run, {
      retries: { limit: 0, delaySeconds: 600 },
      giveUp: async (_, data) => void gaveUp.push(data),
    })
    const jobs = await start(job)
    await send(jobs, job, 6)
    await running
    await jobs.stop()
    assert.deepEqual(await queued(job.name), [{ state: 'retry', data: { n: 6 } }])
    await start(job)
    await completed(job.name)
    assert.deepEqual([times, gaveUp], [2, []])
  })

  test('a job whose node was killed is run again', async () => {
    const ran: number[] = []
    const job = jobOf('test.killed', async ({ n }) => void ran.push(n), { retries: quickly })
    const jobs = await start(job)
    await app().db.transaction(async (tx) => {
      await jobs.send(tx, job, { n: 8 })
      await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute'
        where name = ${job.name}`.execute(tx)
    })
    // Nobody else has an embedded database open, so that the next start knows at once; other nodes wait to hear of it.
    if (kind === 'embedded') await start(job)
    await completed(job.name)
    assert.deepEqual(ran, [8])
  })

  async function queued(name: string): Promise<{ state: string; data: Sent }[]> {
    const { rows } = await app().db.pool.query(
      'select state::text, data from pgboss.job where name = $1 order by created_on',
      [name],
    )
    return rows
  }
})

test('of two nodes that create the queue simultaneously, none fails', {
  skip: !postgres && 'needs PostgreSQL',
}, async () => {
  const url = await postgres!.createDatabase()
  const db = await openDatabase({ url, dataDir: '', poolSize: 2 })
  const other = new pg.Client(url)
  try {
    await other.connect()
    await other.query('begin; create schema pgboss')
    const starting = startJobs([], { db, log: createLog('silent') })
    await until(
      () =>
        other.query(
          `select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`,
        ),
      ({ rowCount }) => rowCount === 1,
    )
    await other.query('commit')
    const jobs = await starting
    await jobs.stop()
  } finally {
    await other.end()
    await db.close()
    await postgres!.dropDatabase(url)
  }
})
