import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import {
  comment,
  commentMark,
  docx,
  docxParts,
  endnoteMark,
  footnoteMark,
  p,
  table,
} from '../testing/docx.ts'
import { assertFails, parts, readFile } from '../testing/files.ts'
import { forgeSizes, repeatEntry } from '../testing/zip.ts'

describe('a Word document', () => {
  test('with headings, lists, a table, a footnote', async () => {
    const read = await readFile(
      'report.docx',
      docx(
        [
          p('Interview with Zoë', { style: 'Heading1' }),
          p('It is'),
          p(
            '<w:r><w:t xml:space="preserve">She pays </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>too much</w:t></w:r><w:r><w:t>.</w:t></w:r><w:r><w:br/><w:t>Second line &amp; 😀</w:t></w:r>' +
              footnoteMark,
          ),
          p('apples', { list: 1 }),
          p('pears', { list: 1 }),
          p('first', { list: 2 }),
          p('second', { list: 2 }),
          p('Results', { style: 'Heading2' }),
          table([
            ['Question', 'Answer'],
            ['Price?', p('Too high') + p('Really')],
          ]),
          p(''),
          p('שלום עולם'),
        ].join(''),
        'In euros.',
      ),
    )
    assert.equal(read.kind, 'document')
    assert.deepEqual(parts(read, 'label'), [
      ['heading', 'Interview with Zoë', 'Interview with Zoë'],
      ['paragraph', null, 'It is'],
      ['paragraph', null, 'She pays too much.\nSecond line & 😀[1]'],
      ['paragraph', null, '- apples'],
      ['paragraph', null, '- pears'],
      ['paragraph', null, '1. first'],
      ['paragraph', null, '2. second'],
      ['heading', 'Results', 'Results'],
      ['paragraph', null, 'Question | Answer'],
      ['paragraph', null, 'Price? | Too high Really'],
      ['paragraph', null, 'שלום עולם'],
      ['paragraph', null, '1. In euros.'],
    ])
    assert.match(
      read.text,
      /- apples\n- pears\n1\. first\n2\. second\n\nResults\n\nQuestion \| Answer\nPrice\? \|/,
    )
  })

  test('with comments has them after the text, with their authors, and no mark in a sentence', async () => {
    const marked = `<w:r><w:t>The price is too</w:t></w:r>${commentMark(1)}<w:r><w:t xml:space="preserve"> high for us</w:t></w:r>${endnoteMark}`
    const read = await readFile(
      'a.docx',
      docx(p(marked), '', {
        endnote: 'In euros.',
        comments: comment(1, 'Bob &amp; Co', p('Which price?') + p('Ask.')) + comment(2, '', p('A reply')),
      }),
    )
    assert.deepEqual(parts(read, 'label', 'speaker'), [
      ['paragraph', null, null, 'The price is too high for us[1]'],
      ['paragraph', null, null, '1. In euros.'],
      ['paragraph', 'Comment', 'Bob & Co', 'Which price?\nAsk.'],
      ['paragraph', 'Comment', null, 'A reply'],
    ])
  })

  test('that is a transcript has turns, and its comments after them', async () => {
    const lines = ['[00:00:01] Ada: Hello there', '[00:00:04] Bob: Hi', '[00:00:06] Ada: Shall we?']
    const body = lines.map((line) => p(line)).join('')
    const read = await readFile('a.docx', docx(body, '', { comments: comment(1, 'Eve', p('Nice')) }))
    assert.deepEqual(parts(read, 'speaker'), [
      ['turn', 'Ada', 'Hello there'],
      ['turn', 'Bob', 'Hi'],
      ['turn', 'Ada', 'Shall we?'],
      ['paragraph', 'Eve', 'Nice'],
    ])
  })

  test('without a word has no text', async () => {
    await assertFails(readFile('a.docx', docx(p(''))), 'no_text')
  })

  test('with an image is read without it', async () => {
    const picture = `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><wp:docPr descr="A chart"/><a:graphic><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="rId9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r><w:r><w:t>See above.</w:t></w:r>`
    const all = docxParts(p(picture))
    const links = 'word/_rels/document.xml.rels'
    all[links] = strToU8(
      Buffer.from(all[links]!)
        .toString()
        .replace(
          '</Relationships>',
          '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/image1.png"/></Relationships>',
        ),
    )
    all['word/media/image1.png'] = Buffer.alloc(2_000_000, 7)
    assert.equal((await readFile('a.docx', zipSync(all))).text, 'See above.')
  })
})

describe('a Word document that would expand', () => {
  const text = 'x'.repeat(60 * 2 ** 20)

  test('to too much text is rejected', async () => {
    await assertFails(readFile('a.docx', docx(p(text))), 'too_large_inside')
  })

  test('and declares false sizes', async () => {
    await assertFails(readFile('a.docx', forgeSizes(docx(p(text)), 1_000)), 'too_large_inside')
  })

  test('from one part that its directory names thousands of times', async () => {
    const part = docx(p('x'.repeat(1_000_000)))
    await assertFails(readFile('a.docx', repeatEntry(part, 'word/document.xml', 5_000)), 'too_large_inside')
    await assertFails(readFile('a.docx', repeatEntry(part, 'word/document.xml', 20_000)), 'too_large_inside')
  })

  test('by entities within entities (a billion laughs)', async () => {
    const all = docxParts(p('&lol9;'))
    const laughs = Array.from(
      { length: 9 },
      (_, index) => `<!ENTITY lol${index + 1} "${`&lol${index};`.repeat(10)}">`,
    ).join('')
    const name = 'word/document.xml'
    const xml = Buffer.from(all[name]!)
      .toString()
      .replace('?>', `?><!DOCTYPE w:document [<!ENTITY lol0 "lol">${laughs}]>`)
    all[name] = strToU8(xml)
    await assertFails(readFile('a.docx', zipSync(all)), 'too_large_inside', /entities/)
    all[name] = Buffer.from(`\ufeff${xml}`, 'utf16le')
    await assertFails(readFile('a.docx', zipSync(all)), 'too_large_inside', /entities/)
  })
})

describe('a file wrongly named .docx', () => {
  test('another archive', async () => {
    await assertFails(
      readFile('a.docx', zipSync({ 'xl/workbook.xml': strToU8('<x/>') })),
      'format_mismatch',
      /spreadsheet/,
    )
    await assertFails(
      readFile('a.docx', zipSync({ 'inner.zip': zipSync({ 'a.txt': strToU8('a') }) })),
      'format_mismatch',
      /zip archive/,
    )
  })

  test('text', async () => {
    await assertFails(readFile('a.docx', 'Dear Ada'), 'format_mismatch', /not a Word document/)
  })

  test('a document of an older Word, or one that is encrypted', async () => {
    const container = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_000)])
    await assertFails(readFile('a.docx', container), 'format_mismatch', /older version/)
    const sealed = Buffer.concat([container, Buffer.from('EncryptedPackage', 'utf16le')])
    await assertFails(readFile('a.docx', sealed), 'encrypted', /password/)
  })

  test('a zip whose parts are encrypted', async () => {
    const zip = Buffer.from(docx(p('x')))
    for (let at = zip.indexOf('PK\u0001\u0002'); at !== -1; at = zip.indexOf('PK\u0001\u0002', at + 1))
      zip[at + 8]! |= 1
    await assertFails(readFile('a.docx', zip), 'encrypted')
  })

  test('a document cut off', async () => {
    const whole = docx(p('x'))
    await assertFails(readFile('a.docx', whole.subarray(0, whole.length - 30)), 'unreadable')
  })
})
