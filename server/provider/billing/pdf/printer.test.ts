import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '#testing'
import { line, termsOf } from '../../../../engines/invoicing/arithmetic/testing/terms.ts'
import { documentContent } from '../../../../engines/invoicing/pdf/content/document.ts'
import { printed } from '../../../../engines/invoicing/pdf/content/printed.ts'
import { issued, practice } from '../../../../engines/invoicing/testing/issued.ts'
import { createPrinter, usualLimits } from './printer.ts'

const linux = process.platform === 'linux'
const contentOf = (note: string) =>
  documentContent(printed({ ...issued(termsOf([line('1', '10', '20')])), note }), practice)
const task = (note = '') => ({ template: 'invoice' as const, content: contentOf(note) })
const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString() === '%PDF-'
const large = 'word '.repeat(400_000)

describe('the process that creates PDFs', () => {
  test('survives a document that fails', async () => {
    const { print, processId } = createPrinter()
    assert.ok(isPdf(await print(task())))
    const before = processId()
    await assert.rejects(print({ ...task(), content: {} }), /content does not contain|dictionary/)
    assert.ok(isPdf(await print(task())))
    assert.equal(processId(), before)
  })

  test('is ended by a document that takes too long, and the next one has another', async () => {
    const limits = { ...usualLimits, taskMs: 1 }
    const { print } = createPrinter(limits)
    await assert.rejects(print(task()), { code: 'busy' })
    limits.taskMs = usualLimits.taskMs
    assert.ok(isPdf(await print(task())))
  })

  test('is ended by the kernel when it needs too much memory', { skip: !linux }, async () => {
    const { print } = createPrinter({ ...usualLimits, memory: 60 * 2 ** 20 })
    assert.ok(isPdf(await print(task())))
    await assert.rejects(print(task(large)), { code: 'busy' })
    assert.ok(isPdf(await print(task())))
  })

  test('may be ended by the system, and the next document has another', async () => {
    const { print, processId } = createPrinter()
    const printing = assert.rejects(print(task(large)), { code: 'busy' })
    process.kill(processId()!, 'SIGKILL')
    await printing
    assert.ok(isPdf(await print(task())))
  })

  test('ends after so many documents', async () => {
    const { print, processId } = createPrinter({ ...usualLimits, documents: 2 })
    const ids: unknown[] = []
    for (let n = 0; n < 4; n++) {
      await print(task())
      ids.push(processId())
    }
    assert.equal(new Set([ids[0], ids[2]]).size, 2)
    assert.deepEqual([ids[1], ids[3]], [undefined, undefined])
  })

  test('ends when it has much memory of its own', { skip: !linux }, async () => {
    const { print, processId } = createPrinter({ ...usualLimits, ownMemory: 1 })
    await print(task())
    assert.equal(processId(), undefined)
  })

  test('ends when idle', async () => {
    const { print, processId } = createPrinter({ ...usualLimits, idleMs: 1 })
    await print(task())
    await until(
      async () => processId(),
      (id) => id === undefined,
    )
  })

  test('gives up its turn when the caller is gone', async () => {
    const { print } = createPrinter()
    const gone = new AbortController()
    const first = print(task())
    const second = print(task(), { signal: gone.signal })
    gone.abort(new Error('gone'))
    await assert.rejects(second, /gone/)
    assert.ok(isPdf(await first))
  })
})
