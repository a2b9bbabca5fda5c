import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFails, parts, readFile } from '../testing/files.ts'
import { pdf, protectedPdf, restrictedPdf, scannedPdf } from '../testing/pdf.ts'

const letter = 'Dear Ada, the price of the new plan is too high for us, and nobody told us about it in time. '

describe('a PDF', () => {
  test('has a segment for each page that has text, and words at line ends stay apart', async () => {
    const read = await readFile('letter.pdf', pdf([letter.repeat(4), [], 'Zoë’s page: 5 €']))
    assert.equal(read.kind, 'document')
    assert.equal(read.mimeType, 'application/pdf')
    assert.equal(read.language, 'en')
    const [first, last, ...none] = parts(read, 'label')
    assert.equal(none.length, 0)
    assert.equal((first![2] as string).replace(/\s+/g, ' '), letter.repeat(4).trim())
    assert.ok((first![2] as string).split('\n').length > 2)
    assert.deepEqual(
      [first!.slice(0, 2), last],
      [
        ['page', '1'],
        ['page', '3', 'Zoë’s page: 5 €'],
      ],
    )
  })

  test('with a table and columns is read line by line', async () => {
    const { text } = await readFile(
      'a.pdf',
      pdf([
        [
          {
            table: [
              ['Plan', 'Price'],
              ['Basic', '5'],
            ],
          },
        ],
      ]),
    )
    assert.deepEqual(text.split(/\s+/), ['Plan', 'Price', 'Basic', '5'])
  })

  test('that is a scan has no text', async () => {
    await assertFails(readFile('scan.pdf', scannedPdf()), 'no_text', /scan/)
  })

  test('with a password is encrypted', async () => {
    await assertFails(readFile('a.pdf', await protectedPdf()), 'encrypted', /password/)
  })

  test('with only an owner password is read', async () => {
    const { text } = await readFile('a.pdf', await restrictedPdf())
    assert.equal(text, 'readable')
  })

  test('that is cut off or overwritten is unreadable', async () => {
    const whole = pdf([letter])
    await assertFails(readFile('a.pdf', whole.subarray(0, 200)), 'unreadable', /damaged/)
    await assertFails(
      readFile('a.pdf', Buffer.concat([whole.subarray(0, 20), Buffer.alloc(2_000, 1)])),
      'unreadable',
    )
  })
})
