import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { line, termsOf } from '../../../../engines/invoicing/arithmetic/testing/terms.ts'
import { replacement } from '../../../../engines/invoicing/pdf/printable.ts'
import { issued, practice } from '../../../../engines/invoicing/testing/issued.ts'
import { cases } from '../../../../scripts/test/full.ts'
import { renderDocument } from './render-document.ts'
import { pagesOf, textOf, withoutPoppler } from './testing/poppler.ts'

const made = issued(termsOf([line('1', '10', '20')]))

/** A PDF with this text in all places that take text. */
function pdfWith(text: string): Promise<Buffer> {
  return renderDocument(
    {
      ...made,
      billTo: { ...made.billTo, name: text, line: text },
      lines: made.lines.map((one) => ({ ...one, description: text, code: text, lot: text })),
      taxBreakdown: made.taxBreakdown.map((group) => ({ ...group, exemptionReason: text })),
      note: text,
    },
    { ...practice, organisationName: text },
  )
}

/** A PDF with this text in one place. */
const pdfWithNote = (note: string) => renderDocument({ ...made, note }, practice)

/** Letters in the order in which they are read, without white space and characters that control others. */
const lettersOf = (text: string) => text.normalize('NFKC').replace(/[\s\p{C}]/gu, '')

describe('text that somebody entered', { skip: withoutPoppler }, () => {
  for (const text of [
    '#read("/etc/passwd")',
    '#import "@preview/cetz:0.4.0": *',
    '#import "text.typ": *',
    '#panic()',
    '$x^2$ *bold* _italic_ `raw` = heading <label> @reference',
    '\\u{202E} \\ // comment /* comment',
    ']]])))}}} [[[((({{{',
    '"; #sys.inputs; "',
    "'quoted' -- --- ... ~",
    'https://example.org',
  ]) {
    test(`is printed as it is: ${text}`, async () => {
      const printed = textOf(await pdfWithNote(text))
      assert.ok(lettersOf(printed).includes(lettersOf(text)), printed)
      assert.ok(pagesOf(await pdfWith(text)).length >= 1)
    })
  }

  test('cannot control the text around it', async () => {
    const printed = textOf(await pdfWithNote('a\0b \u202Edesrever\u202C \uD800 c\rd\u2028e\u0085first\tlast'))
    for (const part of ['ab desrever', `${replacement} c`]) assert.ok(printed.includes(part), printed)
    assert.match(printed, /c\n+d\n+e\n+first last/)
  })

  test('may have words of any length', async () => {
    for (const letter of ['x', 'Ж', 'ب', '漢', 'क', '👨‍👩‍👧']) {
      const pdf = await pdfWith(letter.repeat(2_000))
      assert.ok(pagesOf(pdf).length > 1, letter)
    }
  })

  test('may have any number of marks on a letter', async () => {
    const printed = textOf(await pdfWithNote(`a${'\u0301'.repeat(20_000)} e\u0301\u0323`))
    assert.ok(lettersOf(printed).includes(lettersOf(`${replacement} e\u0301\u0323`)), printed)
  })

  test('that is far too long is printed or refused in limited time', async () => {
    assert.equal(textOf(await pdfWithNote('Ж'.repeat(100_000))).match(/Ж/g)?.length, 100_000)
  })

  const blocks = [
    [0x20, 0x7e],
    [0x300, 0x36f],
    [0x590, 0x5ff],
    [0x600, 0x6ff],
    [0x900, 0x97f],
    [0x2000, 0x206f],
    [0x3040, 0x30ff],
    [0x4e00, 0x4e7f],
    [0xac00, 0xac7f],
    [0xe000, 0xe01f],
    [0xfb50, 0xfdff],
    [0xfff0, 0xffff],
    [0x1f600, 0x1f64f],
  ] as const
  const fromBlock = fc
    .constantFrom(...blocks)
    .chain(([from, to]) => fc.array(fc.integer({ min: from, max: to }), { maxLength: 20 }))
    .map((codes) => String.fromCodePoint(...codes))
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fromBlock, { maxLength: 4 }).map((parts) => parts.join('')),
  )

  test('yields a PDF, whatever it is', async () => {
    const property = fc.asyncProperty(anyText, async (text) => {
      assert.ok(pagesOf(await pdfWith(text)).length >= 1)
    })
    await fc.assert(property, { numRuns: cases(60), seed: 2026 })
  })

  test('is extracted letter by letter, without those that no font has', async () => {
    const letters = fc.constantFrom(
      ...'Łäß Жщ Ωώ 漢字 かな 한글 नमस्ते שלום بيت 12 (a) €'.split(' '),
      '👍',
      '\uE000',
    )
    const property = fc.asyncProperty(fc.array(letters, { minLength: 1, maxLength: 8 }), async (words) => {
      const printed = textOf(await pdfWithNote(words.join('\n')))
      const expected = words.map((word) => word.replace(/👍|\uE000/u, replacement))
      for (const word of expected)
        assert.ok(lettersOf(printed).includes(lettersOf(word)), `${word}: ${printed}`)
      const signs = (text: string) => text.split(replacement).length - 1
      assert.equal(signs(printed), signs(expected.join('')))
    })
    await fc.assert(property, { numRuns: cases(60), seed: 2026 })
  })
})
