import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { repeat } from './repeat.ts'

/** Returns a log and the messages in it. */
function listeningLog() {
  const messages: string[] = []
  return { messages, log: pino({ base: null }, { write: (line) => messages.push(JSON.parse(line).msg) }) }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('repeated work logs each outage once, and nothing runs after it stopped', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { log, messages } = listeningLog()
  const last = Promise.withResolvers<void>()
  const [works, fails] = [async () => {}, () => Promise.reject(new Error('Out'))]
  const left = [works, fails, fails, works, () => last.promise].values()
  const stop = repeat({ what: 'the work', log, everyMs: 10, firstAfterMs: 0 }, () => left.next().value!())
  for (let n = 0; n < 5; n++) {
    t.mock.timers.tick(n === 0 ? 0 : 10)
    await settle()
  }
  assert.deepEqual(messages, ['the work failed and will be retried', 'the work works again'])
  let isStopped = false
  const stopping = stop().then(() => {
    isStopped = true
  })
  await settle()
  assert.equal(isStopped, false)
  last.resolve()
  await stopping
  t.mock.timers.tick(100)
  assert.equal(left.next().done, true)
})
