import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { testInFull } from '#testing'
import type { Foreign } from '../../../../../engines/extraction/extracted.ts'
import { read } from '../../../../../engines/extraction/read.ts'
import { childrenFromNow, mostMemory } from '../../../../../engines/extraction/testing/children.ts'
import { endless } from '../../../../../engines/extraction/testing/endless.ts'
import { assertFails, file, limits } from '../../../../../engines/extraction/testing/files.ts'
import { bombPdf } from '../../../../../engines/extraction/testing/pdf.ts'
import { longestTurn } from '../../../../testing/longest-turn.ts'
import { createExtractor, usualLimits } from '../extractor.ts'
import { extract } from '../testing/extract.ts'

const megabyte = 2 ** 20
const linux = process.platform === 'linux'
const bomb = file('bomb.pdf', bombPdf(500_000_000))

describe('limits hold', () => {
  const memory = 300 * megabyte
  const extractor = createExtractor({ ...usualLimits, memory })
  let started: () => number[]
  before(() => {
    started = linux ? childrenFromNow() : () => []
  })
  after(() => extractor.stop())

  const bombs = {
    'a PDF that inflates outside of the heap': bomb,
    'JSON that fills the heap': file('bomb.json', `[${'[],'.repeat(10_000_000)}0]`),
  }
  for (const [name, one] of Object.entries(bombs)) {
    test(`in memory: ${name}`, async () => {
      const own = process.memoryUsage.rss()
      let most = 0
      const sampling = setInterval(() => {
        most = Math.max(most, ...started().map(mostMemory))
      }, 5).unref()
      await assertFails(extract(extractor, one), 'too_large_inside')
      clearInterval(sampling)
      assert.ok(most < memory + 250 * megabyte, `${most / megabyte} MB`)
      assert.ok(process.memoryUsage.rss() - own < 150 * megabyte)
      assert.equal((await extract(extractor, file('a.txt', 'The next file'))).text, 'The next file')
    })
  }

  test('in time', async () => {
    const hasty = { content: limits, memory, time: 3_000 }
    const extractor = createExtractor(hasty)
    await assertFails(extract(extractor, endless()), 'too_slow', /3 seconds/)
    // A busy machine may take long to start the next process.
    hasty.time = 60_000
    assert.equal((await extract(extractor, file('a.txt', 'The next file'))).text, 'The next file')
    await extractor.stop()
  })
})

testInFull('a long text, a page of many tags and a bomb do not block the event loop', async () => {
  const extractor = createExtractor({ ...usualLimits, memory: 300 * megabyte })
  const reading = async ({ bytes, ...statements }: Foreign) => {
    const stored = { ...statements, bytes: bytes.length, open: async () => Readable.from([bytes]) }
    await extractor.extract(stored, async ({ parts }) => {
      for await (const _ of parts);
    })
  }
  const long = file('long.txt', `${'Some words in a line. '.repeat(20)}\n\n`.repeat(23_000))
  const tags = file('tags.html', `<p>Few words${'<i></i>'.repeat(500_000)}`)
  // Starts the two processes.
  const short = file('short.txt', 'A word')
  await Promise.all([reading(short), reading(short)])
  const here = await longestTurn(() => read(tags, limits))
  const elsewhere = await longestTurn(() =>
    Promise.all([reading(long), reading(tags), assertFails(reading(bomb), 'too_large_inside')]),
  )
  assert.ok(elsewhere < here / 2, `${elsewhere} ms of CPU time, and ${here} ms for the tags in this thread`)
  await extractor.stop()
})
