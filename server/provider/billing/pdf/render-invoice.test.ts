import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { before, test } from 'node:test'
import { line, termsOf } from '../arithmetic/testing/terms.ts'
import { issued, practice } from '../testing/issued.ts'
import { renderInvoice } from './render-invoice.ts'

const invoice = (number: string) => issued(termsOf([line('1', '10', '20')]), { number })
const title = (pdf: Buffer) => /\((Invoice INV[^)]*)\)/.exec(pdf.toString('latin1'))?.[1]

const loadedPdfmake = () =>
  Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('pdfmake'))

// Outside a suite, so that this file has a process of its own, in which no other test loads pdfmake.
before(() => assert.deepEqual(loadedPdfmake(), []))

test('PDFs requested simultaneously are each created, by a thread and not by the main one', async () => {
  const numbers = Array.from({ length: 6 }, (_, n) => `INV-${n}`)
  const pdfs = await Promise.all(numbers.map((number) => renderInvoice(invoice(number), practice)))
  assert.deepEqual(
    pdfs.map(title),
    numbers.map((number) => `Invoice ${number}`),
  )
  assert.deepEqual(loadedPdfmake(), [])
})

test('requests beyond the limit of waiting ones are refused as busy', async () => {
  const made = invoice('INV-1')
  const all = await Promise.allSettled(Array.from({ length: 56 }, () => renderInvoice(made, practice)))
  const refused = all.filter((one) => one.status === 'rejected')
  assert.deepEqual(
    refused.map(({ reason }) => reason.code),
    Array.from({ length: 5 }, () => 'busy'),
  )
})

test('a PDF that fails does not prevent the next', async () => {
  await assert.rejects(renderInvoice(invoice('INV-1'), { ...practice, letterhead: null as never }))
  assert.equal(title(await renderInvoice(invoice('INV-2'), practice)), 'Invoice INV-2')
})
