import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createLog, type Job, type Jobs, startJobs } from '#platform'
import { onEachDatabase } from '#testing'

interface Sent {
  n: number
}

onEachDatabase('jobs', (app) => {
  const jobOf = (name: string, run: (data: Sent) => Promise<void>): Job<Sent> => ({
    name,
    timeLimitSeconds: 30,
    run: (_, data) => run(data),
  })
  const started: Jobs[] = []
  const start = async (job: Job<Sent>) => {
    const jobs = await startJobs([job], { db: app().db, log: createLog('silent') })
    started.push(jobs)
    return jobs
  }
  const send = (jobs: Jobs, job: Job<Sent>, n: number) =>
    app().db.transaction((tx) => jobs.send(tx, job, { n }))

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
    await until(async () => (await queued(job.name))[0]?.state === 'completed')
    assert.deepEqual(ran, [2])
    assert.deepEqual(await queued(job.name), [{ state: 'completed', data: { n: 2 } }])
  })

  test('a job that fails is tried again, and in the end waits among the dead letters', async () => {
    let attempts = 0
    const job = jobOf('test.fails', async () => {
      attempts++
      throw new Error('always')
    })
    const jobs = await start(job)
    // As set for every queue, but quick.
    await app().db.pool.query(
      `update pgboss.queue set retry_limit = 2, retry_delay = 0, retry_backoff = false where name = $1`,
      [job.name],
    )
    await send(jobs, job, 3)
    await until(async () => (await queued('dead_letters')).length > 0)
    assert.equal(attempts, 3)
    assert.deepEqual(await queued('dead_letters'), [{ state: 'created', data: { n: 3 } }])
  })

  test('a stop waits for the job that runs, and takes no more', async () => {
    const { promise: running, resolve: runs } = Promise.withResolvers<void>()
    let done = 0
    const job = jobOf('test.slow', async () => {
      runs()
      await wait(700)
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

  async function queued(name: string): Promise<{ state: string; data: Sent }[]> {
    const { rows } = await app().db.pool.query(
      'select state::text, data from pgboss.job where name = $1 order by created_on',
      [name],
    )
    return rows
  }
})

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await done())) {
    assert.ok(performance.now() < deadline, 'waited for half a minute')
    await wait(50)
  }
}
