import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, describe, mock, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { read } from '../../../../../engines/extraction/read.ts'
import {
  childrenFromNow,
  isRunning,
  processorSeconds,
} from '../../../../../engines/extraction/testing/children.ts'
import { endless } from '../../../../../engines/extraction/testing/endless.ts'
import { assertFails, file, limits } from '../../../../../engines/extraction/testing/files.ts'
import { createExtractor } from '../extractor.ts'
import { extract } from '../testing/extract.ts'

const linux = process.platform === 'linux'

describe('a file read in a separate process', () => {
  const extractor = createExtractor()
  after(() => extractor.stop())

  test('has the same result as in this process', async () => {
    const files = [
      file('a.md', '# 👩‍🚀\r\n\r\nText'),
      file('a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>Hi\n\n00:09.000 --> 00:10.000\nHo'),
      file('a.csv', `a,b\n${'1,ü\n'.repeat(30_000)}`),
      { bytes: Buffer.from('Ada: x'), filename: null, mimeType: 'text/plain', kind: 'transcript' as const },
    ]
    for (const one of files) assert.deepEqual(await extract(extractor, one), await read(one, limits))
    await assertFails(extract(extractor, file('a.txt', '')), 'empty')
  })

  test('leaves the bytes unchanged', async () => {
    const one = file('a.txt', 'some text')
    await extract(extractor, one)
    assert.equal(Buffer.from(one.bytes).toString(), 'some text')
  })

  test('waits for its turn: at most two are read simultaneously', { skip: !linux }, async () => {
    const started = childrenFromNow()
    const reading = Array.from({ length: 12 }, (_, index) =>
      extract(extractor, file('a.txt', `File ${index}`)),
    )
    await Promise.race(reading)
    assert.ok(started().length <= 2)
    const texts = (await Promise.all(reading)).map(({ text }) => text)
    assert.deepEqual(
      texts,
      texts.map((_, index) => `File ${index}`),
    )
  })
})

test('a process that is used again and again does not end between two files', { skip: !linux }, async () => {
  const started = childrenFromNow()
  const extractor = createExtractor()
  const short = file('a.txt', 'A word')
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    await Promise.all([extract(extractor, short), extract(extractor, short)])
    const processes = started()
    // Idle ones end after 30 s. Long before that, each is used again.
    for (let n = 0; n < 4; n++) {
      mock.timers.tick(20_000)
      await Promise.all([extract(extractor, short), extract(extractor, short)])
    }
    assert.deepEqual(started(), processes)
  } finally {
    mock.timers.reset()
    await extractor.stop()
  }
})

describe('an interruption while a file is read', () => {
  test('by a stop of the server is no failure of the file', async () => {
    const started = linux ? childrenFromNow() : () => []
    const extractor = createExtractor()
    const reading = Array.from({ length: 4 }, () => assertFails(extract(extractor, endless()), 'interrupted'))
    await wait(20)
    await extractor.stop()
    await Promise.all(reading)
    await assertFails(extract(extractor, file('a.txt', 'x')), 'interrupted')
    assert.deepEqual(started(), [])
  })

  test('by killing the reading process lets the file be read again', { skip: !linux }, async () => {
    const started = childrenFromNow()
    const extractor = createExtractor()
    const reading = assertFails(extract(extractor, endless()), 'interrupted')
    for (const pid of started()) process.kill(pid, 'SIGKILL')
    await reading
    assert.equal((await extract(extractor, file('a.txt', 'again'))).text, 'again')
    await extractor.stop()
  })

  const program = fileURLToPath(new URL('../testing/stuck.ts', import.meta.url))

  test('by killing the server ends the reading process', { skip: !linux }, async () => {
    const server = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = (await once(server.stdout!, 'data')) as [Buffer]
    const readers = said.toString().trim().split(' ').map(Number)
    // By then it has started, and is in the midst of the file.
    while (processorSeconds(readers[0]!) < 1.2) await wait(20)
    server.kill('SIGKILL')
    for (let tries = 0; readers.some(isRunning) && tries < 1_000; tries++) await wait(20)
    assert.ok(!readers.some(isRunning))
  })

  test('does not occur when an idle server exits', async () => {
    const server = spawn(process.execPath, [program, 'short'], { stdio: ['ignore', 'pipe', 'inherit'] })
    server.stdout!.resume()
    assert.deepEqual(await once(server, 'exit'), [0, null])
  })

  test('can be awaited', async () => {
    const server = spawn(process.execPath, [program, 'stop'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [[said]] = await Promise.all([
      once(server.stdout!, 'data') as Promise<[Buffer]>,
      once(server, 'exit'),
    ])
    assert.equal(said.toString(), 'stopped\n')
  })
})
