import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { line, termsOf } from '../arithmetic/testing/terms.ts'
import { issued, practice } from '../testing/issued.ts'
import { renderInvoice } from './render-invoice.ts'

const invoice = (number: string) => issued(termsOf([line('1', '10', '20')]), { number })
const title = (pdf: Buffer) => /\((Invoice INV[^)]*)\)/.exec(pdf.toString('latin1'))?.[1]

test('invoices that are asked for at once are each made, by a thread that other calls do not wait for', async () => {
  const numbers = Array.from({ length: 6 }, (_, n) => `INV-${n}`)
  const pdfs = await Promise.all(numbers.map((number) => renderInvoice(invoice(number), practice)))
  assert.deepEqual(
    pdfs.map(title),
    numbers.map((number) => `Invoice ${number}`),
  )
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  assert.deepEqual(
    loaded.filter((path) => path.includes('pdfmake')),
    [],
  )
})

test('where too many wait already, one more is told to come back', async () => {
  const made = invoice('INV-1')
  const all = await Promise.allSettled(Array.from({ length: 55 }, () => renderInvoice(made, practice)))
  const refused = all.filter((one) => one.status === 'rejected')
  assert.deepEqual(
    refused.map(({ reason }) => reason.code),
    Array.from({ length: 5 }, () => 'busy'),
  )
})

test('one that fails does not keep the next from being made', async () => {
  const broken = { ...invoice('INV-1'), lines: null as never }
  await assert.rejects(renderInvoice(broken, practice))
  assert.equal(title(await renderInvoice(invoice('INV-2'), practice)), 'Invoice INV-2')
})
