import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFails, parts, readFile } from '../testing/files.ts'
import { annotatedPdf, pdf, pdfOf, protectedPdf, restrictedPdf, scannedPdf, stream } from '../testing/pdf.ts'

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

  test('with a form has its filled fields, once, and only those that the page does not show', async () => {
    const field = (name: string, rest: string) => `/Subtype /Widget /Rect [10 10 90 30] /T (${name}) ${rest}`
    const read = await readFile(
      'form.pdf',
      annotatedPdf(
        [
          { at: [10, 300], text: 'Application' },
          { at: [105, 105], text: 'Bonn' },
        ],
        [
          field('form1[0].page[0].Name[0]', '/FT /Tx /V (Ada Lovelace)'),
          field('copy', '/FT /Tx /TU (Name) /V (Ada Lovelace)'),
          field('Comment', '/FT /Tx /TU (Your comment) /V <FEFF0054006F006F00200064006500610072>'),
          field('Plan', '/FT /Ch /Opt [[(b) (Basic)] [(p) (Premium)]] /V (p)'),
          field('Newsletter', '/FT /Btn /V /Yes /AS /Yes /AP << /N << /Yes 4 0 R /Off 4 0 R >> >>'),
          field('Calls', '/FT /Btn /V /Off /AS /Off /AP << /N << /Yes 4 0 R /Off 4 0 R >> >>'),
          field('Empty', '/FT /Tx /V ()'),
          field('Pin', '/FT /Tx /Ff 8192 /V (1234)'),
          '/Subtype /Widget /FT /Tx /T (City) /V (Bonn) /Rect [100 100 200 120]',
        ],
      ),
    )
    assert.deepEqual(parts(read, 'label'), [
      ['page', '1', 'Application\nBonn'],
      ['row', null, 'Name: Ada Lovelace\nYour comment: Too dear\nPlan: Premium\nNewsletter: Yes'],
    ])
  })

  test('with comments has them after their page, with their authors', async () => {
    const read = await readFile(
      'reviewed.pdf',
      annotatedPdf(
        [{ at: [10, 300], text: 'The price is too high.' }],
        [
          '/Subtype /Text /Rect [10 10 30 30] /T (Eve) /Contents (Which price?)',
          '/Subtype /Highlight /Rect [10 295 60 315] /QuadPoints [10 315 60 315 10 295 60 295] /T (Bob) /Contents (The price)',
          '/Subtype /Highlight /Rect [10 295 60 315] /QuadPoints [10 315 60 315 10 295 60 295] /T (Bob) /Contents (Ask sales)',
          '/Subtype /FreeText /DA (/F1 12 Tf) /Rect [200 10 300 30] /Contents (Typed on the page)',
          '/Subtype /Popup /Rect [10 10 30 30] /Parent 6 0 R /Contents (Which price?)',
          '/Subtype /Link /Rect [10 10 30 30] /Contents (A link)',
        ],
      ),
    )
    assert.deepEqual(parts(read, 'label', 'speaker'), [
      ['page', '1', null, 'The price is too high.'],
      ['paragraph', 'Comment', 'Eve', 'Which price?'],
      ['paragraph', 'Comment', 'Bob', 'Ask sales'],
      ['paragraph', 'Comment', null, 'Typed on the page'],
    ])
  })

  test('whose drawings repeat others without end is rejected', async () => {
    const piece = (n: number) => `1 0 0 1 ${n} ${n} Tm (x) Tj `
    const drawing = (content: string, uses: string) =>
      stream(
        Buffer.from(content),
        `/Type /XObject /Subtype /Form /BBox [0 0 400 400] /Resources << ${uses} >>`,
      )
    const repeating = pdfOf([
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Resources << /XObject << /D 6 0 R >> >> >>',
      stream(Buffer.from('/D Do '.repeat(2_000))),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      drawing('/D Do '.repeat(2_000), '/XObject << /D 7 0 R >>'),
      drawing(
        `BT /F1 9 Tf ${Array.from({ length: 2_000 }, (_, n) => piece(n)).join('')} ET`,
        '/Font << /F1 5 0 R >>',
      ),
    ])
    await assertFails(readFile('a.pdf', repeating), 'too_large_inside')
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
