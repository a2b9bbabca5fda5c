import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createThread, Refusal } from '#platform'

const program = new URL('./testing/slow-dictionary.ts', import.meta.url)
const limits = { taskMs: 5_000, idleMs: 600_000, heapMegabytes: 32, mostWaiting: 3 }

/** Loads what the thread waits for, and counts how often it was needed. */
function loader() {
  const channel = new BroadcastChannel('slow dictionary')
  const { promise: isLoading, resolve } = Promise.withResolvers<void>()
  const counted = {
    isLoading,
    times: 0,
    load: () => channel.postMessage('loaded'),
    close: () => channel.close(),
  }
  channel.onmessage = () => {
    counted.times++
    resolve()
  }
  return counted
}

test('a task waits as long as its thread takes to load, and the next one finds everything loaded', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const loading = loader()
  const run = createThread<string, string>(program, limits)
  const [first, retry] = [run('first'), run('retry')]
  await loading.isLoading
  for (let hour = 0; hour < 3; hour++) t.mock.timers.tick(3_600_000)
  loading.load()
  assert.deepEqual(await Promise.all([first, retry]), ['FIRST', 'RETRY'])
  t.mock.timers.tick(60_000)
  assert.equal(await run('a minute later'), 'A MINUTE LATER')
  assert.equal(loading.times, 1)
  await assert.rejects(run('wrong'), /^Error: wrong$/)
  loading.close()
})

test('a task that works without end is refused', async () => {
  const loading = loader()
  const run = createThread<string, string>(program, { ...limits, taskMs: 300 })
  const endless = run('without end')
  await loading.isLoading
  loading.load()
  await assert.rejects(endless, (error) => error instanceof Refusal && error.code === 'busy')
  loading.close()
})
