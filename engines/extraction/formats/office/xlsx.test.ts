import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFails, parts, readFile } from '../../testing/files.ts'
import { row, xlsx } from '../../testing/xlsx.ts'

describe('a spreadsheet', () => {
  test('has a row each, with the names of its columns', async () => {
    const read = await readFile(
      'reviews.xlsx',
      xlsx({
        strings: [
          '<t>Name</t>',
          '<r><t>Com</t></r><r><rPr><b/></rPr><t>ment</t></r><rPh><t>x</t></rPh>',
          '<t>Too_x000D_\nslow &amp; dear 😀</t>',
        ],
        sheets: [
          {
            name: 'Sheet1',
            rows:
              row(1, '<c t="s"><v>0</v></c>', '<c t="s"><v>1</v></c>', 'Score') +
              row(2, 'Ada', '<c t="s"><v>2</v></c>', '<c><f>1+3</f><v>4</v></c>') +
              row(4, 'Zoë', null, '<c t="b"><v>1</v></c>') +
              row(5, null, '<c t="str"><f>A1</f><v>Fine</v></c>', '<c t="e"><v>#N/A</v></c>'),
          },
        ],
      }),
    )
    assert.equal(read.kind, 'table')
    assert.deepEqual(parts(read, 'label'), [
      ['row', '1', 'Name: Ada\nComment: Too\r\nslow & dear 😀\nScore: 4'],
      ['row', '2', 'Name: Zoë\nScore: TRUE'],
      ['row', '3', 'Comment: Fine\nScore: #N/A'],
    ])
  })

  test('shows numbers and dates as the spreadsheet does', async () => {
    const formats = [
      'dd.mm.yyyy',
      '0%',
      '#,##0.00\\ &quot;€&quot;',
      '[h]:mm',
      '[$-F800]dddd',
      'General',
      'x[[[',
    ]
    const values = [45000, 0.125, 1234.5, 1.5, 45000, 0.1 + 0.2, 7]
    const cells = values.map((value, n) => `<c s="${n + 1}"><v>${value}</v></c>`)
    const sheets = [{ name: 'a', rows: row(1, ...cells, '<c s="50"><v>45000.25</v></c>', 123456789012) }]
    assert.equal(
      (await readFile('a.xlsx', xlsx({ formats, sheets }))).text,
      '15.03.2023\n13%\n1,234.50 €\n36:00\n2023-03-15\n0.3\n7\n2023-03-15\n123456789012',
    )
    const old = await readFile('a.xlsx', xlsx({ formats, sheets, since1904: true }))
    assert.match(old.text, /^16\.03\.2027\n13%/)
  })

  test('has headings for its sheets, except those that are empty or hidden', async () => {
    const rows = row(1, 'a', 'b') + row(2, 1, 2)
    const read = await readFile(
      'a.xlsx',
      xlsx({
        sheets: [
          { name: 'March', rows },
          { name: 'Empty', rows: row(1, ' ') },
          { name: 'April &amp; May', rows },
          { name: 'Lists', rows, state: 'hidden' },
          { name: 'Macros', rows, state: 'veryHidden' },
        ],
      }),
    )
    assert.deepEqual(parts(read, 'label'), [
      ['heading', 'March', 'March'],
      ['row', '1', 'a: 1\nb: 2'],
      ['heading', 'April & May', 'April & May'],
      ['row', '1', 'a: 1\nb: 2'],
    ])
  })

  test('repeats a merged value in each of its rows, and finds the heading below a title', async () => {
    const read = await readFile(
      'a.xlsx',
      xlsx({
        sheets: [
          {
            name: 'a',
            rows:
              row(1, 'Answers of spring') +
              row(3, null, 'Scores') +
              row(4, 'Site', 'Price\nnow', 'Speed') +
              row(5, 'Bonn', 1, 2) +
              row(6, null, 3, 4) +
              row(7, 'Köln', 5, 6),
            merged: ['A1:C1', 'B3:C3', 'A5:A6'],
          },
        ],
      }),
    )
    assert.deepEqual(parts(read), [
      ['paragraph', 'Answers of spring'],
      ['paragraph', 'Scores'],
      ['row', 'Site: Bonn\nPrice now: 1\nSpeed: 2'],
      ['row', 'Site: Bonn\nPrice now: 3\nSpeed: 4'],
      ['row', 'Site: Köln\nPrice now: 5\nSpeed: 6'],
    ])
  })

  test('has no value of a merged cell below it, even if rows are left out', async () => {
    const rows =
      row(1, 'Site', 'Score') + row(2, 'Bonn', 1) + row(3, null, 2) + row(6, null, 3) + row(7, 'Köln', 4)
    const read = await readFile('a.xlsx', xlsx({ sheets: [{ name: 'A', rows, merged: ['A2:A5'] }] }))
    assert.deepEqual(parts(read).slice(1), [
      ['row', 'Site: Bonn\nScore: 2'],
      ['row', 'Score: 3'],
      ['row', 'Site: Köln\nScore: 4'],
    ])
  })

  test('that writes more than a text may have is rejected: long texts in many cells, merged cells', async () => {
    const strings = [`<t>${'long '.repeat(100_000)}</t>`]
    const cells = '<c t="s"><v>0</v></c>'.repeat(16_000)
    const shared = xlsx({ strings, sheets: [{ name: 'a', rows: `<row>${cells}</row>` }] })
    await assertFails(readFile('a.xlsx', shared), 'too_much_text')
    const columns = Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n))
    const rows = row(1, ...columns.map((name) => name.repeat(20_000))) + '<row/>'.repeat(1_000)
    const merged = columns.map((name) => `${name}1:${name}1048576`)
    await assertFails(readFile('a.xlsx', xlsx({ sheets: [{ name: 'a', rows, merged }] })), 'too_much_text')
  })

  test('has notes and threads after the rows of their sheet, with their authors', async () => {
    const note = (author: number, ...runs: string[]) =>
      `<comment ref="A2" authorId="${author}"><text>\n${runs.map((run) => `<r><rPr><b/></rPr>\n<t>${run}</t></r>`).join('')}</text></comment>`
    const copy =
      '<comment ref="A3" authorId="1"><text><t>[Threaded comment]\n\nComment:\n    Why?</t></text></comment>'
    const thread = (person: string, text: string) =>
      `<threadedComment ref="A3" dT="2026-10-01T09:00:00.00" personId="${person}" id="{1}"><text>${text}</text></threadedComment>`
    const rows = row(1, 'Site', 'Score') + row(2, 'Bonn', 1) + row(3, 'Köln', 2)
    const workbook = (threads: string) =>
      readFile(
        'a.xlsx',
        xlsx({
          sheets: [
            { name: 'A', rows, notes: note(0, 'Eve:', '\nToo _x000D_low') + copy, threads },
            { name: 'B', rows, notes: note(0, 'Fine') },
            { name: 'C', rows, notes: note(0, 'Hidden'), state: 'hidden' },
          ],
          noteAuthors: ['Eve', 'tc={1}'],
          people: { '{A}': 'Ada &amp; Co' },
        }),
      )
    const read = await workbook(thread('{A}', 'Why?') + thread('{Z}', 'No idea &amp; no time.'))
    assert.equal(read.kind, 'table')
    assert.deepEqual(
      parts(read, 'label', 'speaker').filter(([kind]) => kind !== 'row'),
      [
        ['heading', 'A', null, 'A'],
        ['paragraph', 'Comment', 'Eve', 'Too \rlow'],
        ['paragraph', 'Comment', 'Ada & Co', 'Why?'],
        ['paragraph', 'Comment', null, 'No idea & no time.'],
        ['heading', 'B', null, 'B'],
        ['paragraph', 'Comment', 'Eve', 'Fine'],
      ],
    )
    // A program that knows no threads keeps their copies only.
    assert.match((await workbook('')).text, /Why\?/)
  })

  test('with the columns of a transcript has turns', async () => {
    const rows = [
      ['Speaker', 'Start', 'Text'],
      ['Ada', '00:00:01', 'Hello everyone, and welcome to the call'],
      ['Bob', '00:00:05', 'Hi'],
      ['Ada', '00:00:07', 'So'],
    ]
    const sheets = [{ name: 'a', rows: rows.map((cells, n) => row(n + 1, ...cells)).join('') }]
    const read = await readFile('a.xlsx', xlsx({ sheets }))
    assert.equal(read.kind, 'transcript')
    assert.deepEqual(parts(read, 'speaker', 'startMs').slice(0, 2), [
      ['turn', 'Ada', 1_000, 'Hello everyone, and welcome to the call'],
      ['turn', 'Bob', 5_000, 'Hi'],
    ])
  })

  test('without references and with a prefix is read', async () => {
    const rows = '<x:row><x:c t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c><x:c><x:v>1</x:v></x:c></x:row>'
    assert.equal((await readFile('a.xlsm', xlsx({ sheets: [{ name: 'a', rows }] }))).text, 'a\n1')
  })

  test('without a value has no text', async () => {
    await assertFails(readFile('a.xlsx', xlsx({ sheets: [{ name: 'a', rows: '' }] })), 'no_text')
  })

  test('that unpacks to too much, or has too many rows, is rejected', async () => {
    const blank = xlsx({ sheets: [{ name: 'a', rows: ' '.repeat(60 * 2 ** 20) }] })
    await assertFails(readFile('a.xlsx', blank), 'too_large_inside')
    const many = xlsx({ sheets: [{ name: 'a', rows: '<row><c><v>1</v></c></row>'.repeat(200_001) }] })
    await assertFails(readFile('a.xlsx', many), 'too_much_text', /200,000 rows/)
  })
})
