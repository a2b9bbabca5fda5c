import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createExtractor } from '../index.ts'
import { children, mostMemory } from '../testing/children.ts'
import { endless } from '../testing/endless.ts'
import { assertFails, file } from '../testing/files.ts'
import { assertHolds } from '../testing/holds.ts'
import { bombPdf } from '../testing/pdf.ts'

const megabyte = 2 ** 20
const linux = process.platform === 'linux'
const bomb = file('bomb.pdf', bombPdf(500_000_000))

describe('limits hold', () => {
  const memory = 300 * megabyte
  const extractor = createExtractor({ memory })
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
        if (linux) most = Math.max(most, ...children().map(mostMemory))
      }, 5)
      await assertFails(extractor.extract(one), 'too_large_inside')
      clearInterval(sampling)
      assert.ok(most < memory + 250 * megabyte, `${most / megabyte} MB`)
      assert.ok(process.memoryUsage.rss() - own < 150 * megabyte)
      assert.equal((await extractor.extract(file('a.txt', 'The next file'))).text, 'The next file')
    })
  }

  test('in time', async () => {
    const hasty = createExtractor({ time: 6_000 })
    await assertFails(hasty.extract(endless()), 'too_slow', /6 seconds/)
    assert.equal((await hasty.extract(file('a.txt', 'The next file'))).text, 'The next file')
    await hasty.stop()
  })
})

test('everything else is answered while a long text and a bomb are read', async () => {
  const extractor = createExtractor({ memory: 300 * megabyte })
  const long = file('long.txt', `${'Some words in a line. '.repeat(20)}\n\n`.repeat(23_000))
  await wait(50)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const [read] = await Promise.all([
    extractor.extract(long),
    assertFails(extractor.extract(bomb), 'too_large_inside'),
  ])
  delay.disable()
  assertHolds(read)
  assert.ok(delay.percentile(99) / 1e6 < 200, `${delay.percentile(99) / 1e6} ms`)
  await extractor.stop()
})
