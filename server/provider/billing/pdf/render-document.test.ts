import assert from 'node:assert/strict'
import { test } from 'node:test'
import { line, termsOf } from '../../../../engines/invoicing/arithmetic/testing/terms.ts'
import { issued, practice } from '../../../../engines/invoicing/testing/issued.ts'
import { renderDocument } from './render-document.ts'

const invoice = (number: string) => issued(termsOf([line('1', '10', '20')]), { number })
const title = (pdf: Buffer) => /\/Title \((Invoice INV[^)]*)\)/.exec(pdf.toString('latin1'))?.[1]

test('PDFs requested simultaneously are each created', async () => {
  const numbers = Array.from({ length: 6 }, (_, n) => `INV-${n}`)
  const pdfs = await Promise.all(numbers.map((number) => renderDocument(invoice(number), practice)))
  assert.deepEqual(
    pdfs.map(title),
    numbers.map((number) => `Invoice ${number}`),
  )
})

test('requests beyond the limit of waiting ones are refused as busy', async () => {
  const made = invoice('INV-1')
  const all = await Promise.allSettled(Array.from({ length: 56 }, () => renderDocument(made, practice)))
  const refused = all.filter((one) => one.status === 'rejected')
  assert.deepEqual(
    refused.map(({ reason }) => reason.code),
    Array.from({ length: 5 }, () => 'busy'),
  )
})
