import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Source } from '#contract'
import { createUploadQueue, type Upload } from './upload-queue.ts'

const none = () => null
const file = (name: string) => new File(['text'], name)
const sourceOf = ({ file }: Upload, status: Source['status'] = 'queued') =>
  ({ id: file.name, status }) as Source

/** A queue whose files go up when the test says so. */
function start() {
  const sent: {
    upload: Upload
    answer: (already?: boolean) => void
    fail: () => void
    signal: AbortSignal
  }[] = []
  const queue = createUploadQueue(
    (upload, signal) =>
      new Promise((resolve, reject) => {
        const answer = (already = false) => resolve({ source: sourceOf(upload), already })
        const fail = () => reject(new TypeError('Failed to fetch'))
        signal.addEventListener('abort', fail)
        sent.push({ upload, answer, fail, signal })
      }),
  )
  const states = () => queue.all().map(({ state }) => state.is)
  return { queue, sent, states }
}
const settled = () => new Promise(setImmediate)

test('three files are sent simultaneously, and the next when one ends, in the order given', async () => {
  const { queue, sent, states } = start()
  queue.add('project', ['a', 'b', 'c', 'd', 'e'].map(file), none)
  assert.deepEqual(states(), ['sending', 'sending', 'sending', 'waiting', 'waiting'])
  sent[1]!.answer()
  await settled()
  assert.deepEqual(states(), ['sending', 'received', 'sending', 'sending', 'waiting'])
  sent[0]!.fail()
  await settled()
  assert.deepEqual(states(), ['failed', 'received', 'sending', 'sending', 'sending'])
  assert.deepEqual(
    sent.map(({ upload }) => upload.file.name),
    ['a', 'b', 'c', 'd', 'e'],
  )
})

test('a rejected file is not sent and says why', () => {
  const { queue, sent } = start()
  queue.add('project', [file('a.exe')], ({ name }) => `Not ${name}`)
  assert.deepEqual(queue.all()[0]!.state, { is: 'refused', why: 'Not a.exe' })
  assert.equal(sent.length, 0)
  assert.equal(queue.isBusy(), false)
})

test('a failed upload is sent again, and a canceled one makes room for the next', async () => {
  const { queue, sent, states } = start()
  queue.add('project', ['a', 'b', 'c', 'd'].map(file), none)
  sent[0]!.fail()
  await settled()
  queue.retry(queue.all()[0]!.id)
  assert.deepEqual(states(), ['waiting', 'sending', 'sending', 'sending'])

  queue.remove([queue.all()[1]!.id])
  assert.ok(sent[1]!.signal.aborted)
  await settled()
  assert.deepEqual(states(), ['sending', 'sending', 'sending'])
  assert.equal(sent.at(-1)!.upload.file.name, 'a')
})

test('uploads follow the state of their sources, and the tab is busy until all are sent', async () => {
  const { queue, sent } = start()
  queue.add('project', [file('a')], none)
  assert.ok(queue.isBusy())
  sent[0]!.answer(true)
  await settled()
  assert.equal(queue.isBusy(), false)
  queue.update(sourceOf(queue.all()[0]!, 'ready'))
  assert.deepEqual(queue.all()[0]!.state, {
    is: 'received',
    already: true,
    source: { id: 'a', status: 'ready' },
  })
  queue.forget('a')
  assert.deepEqual(queue.all(), [])
})
