import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cases } from '../../../../scripts/test/full.ts'
import { assertFails, parts, readFile } from '../../testing/files.ts'
import { odf } from '../../testing/odf.ts'

const p = (text: string) => `<text:p text:style-name="P1">${text}</text:p>`
const item = (text: string) => `<text:list-item>${text}</text:list-item>`
const cell = (text: string, attributes = '') => `<table:table-cell ${attributes}>${text}</table:table-cell>`
const tableRow = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`

describe('a text document of OpenDocument', () => {
  test('with headings, lists, a table, notes, comments and a text box', async () => {
    const body = [
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>deleted</text:p></text:deletion></text:changed-region></text:tracked-changes>',
      '<text:h text:outline-level="1">Interview <text:span>with</text:span> Zoë</text:h>',
      p(
        'It<text:s text:c="3"/>is<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>In euros.</text:p></text:note-body></text:note> too<office:annotation><dc:creator>Bob &amp; Co</dc:creator><dc:date>2026-01-01</dc:date><text:p>Really?</text:p><text:p>Ask.</text:p></office:annotation> dear<text:line-break/>&amp; slow',
      ),
      p(
        'Around<draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box><svg:desc>A box</svg:desc></draw:frame> a<draw:custom-shape><text:p>A shape</text:p><text:p/></draw:custom-shape> box',
      ),
      `<text:list text:style-name="L1">${item(`${p('apples')}<text:list>${item(p('green'))}</text:list>`)}${item(p('pears'))}</text:list>`,
      `<text:list text:style-name="L2">${item(p('first'))}${item(p('second'))}</text:list>`,
      `<table:table>${tableRow(cell(p('Question')), cell(p('Answer')))}${tableRow(cell(p('Price?')), cell(p('Too high') + p('Really')))}</table:table>`,
      p('שלום'),
    ].join('')
    const read = await readFile('interview.odt', odf('text', { body }))
    assert.equal(read.kind, 'document')
    assert.deepEqual(parts(read, 'label', 'speaker'), [
      ['heading', 'Interview with Zoë', null, 'Interview with Zoë'],
      ['paragraph', null, null, 'It is[1] too dear\n& slow'],
      ['paragraph', null, null, 'Around a box'],
      ['paragraph', null, null, 'In a box'],
      ['paragraph', null, null, 'A shape'],
      ['paragraph', null, null, '- apples'],
      ['paragraph', null, null, '- green'],
      ['paragraph', null, null, '- pears'],
      ['paragraph', null, null, '1. first'],
      ['paragraph', null, null, '2. second'],
      ['paragraph', null, null, 'Question | Answer'],
      ['paragraph', null, null, 'Price? | Too high Really'],
      ['paragraph', null, null, 'שלום'],
      ['paragraph', null, null, '1. In euros.'],
      ['paragraph', 'Comment', 'Bob & Co', 'Really?\nAsk.'],
    ])
  })

  test('that is a transcript has turns, and its comments after them', async () => {
    const lines = ['[00:00:01] Ada: Hello there', '[00:00:04] Bob: Hi', '[00:00:06] Ada: Shall we?']
    const comment = '<office:annotation><dc:creator>Eve</dc:creator><text:p>Nice</text:p></office:annotation>'
    const body = lines.map((line) => p(line)).join('') + p(`[00:00:09] Bob: Sure${comment}`)
    const read = await readFile('call.odt', odf('text', { body }))
    assert.deepEqual(parts(read, 'speaker'), [
      ['turn', 'Ada', 'Hello there'],
      ['turn', 'Bob', 'Hi'],
      ['turn', 'Ada', 'Shall we?'],
      ['turn', 'Bob', 'Sure'],
      ['paragraph', 'Eve', 'Nice'],
    ])
  })

  test('with a password is encrypted', async () => {
    const manifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>'
    await assertFails(readFile('a.odt', odf('text', { body: p('x'), manifest })), 'encrypted', /password/)
  })
})

test('a presentation has its slides, with notes', async () => {
  const box = (text: string) => `<draw:frame><draw:text-box>${text}</draw:text-box></draw:frame>`
  const body = [
    `<draw:page draw:name="page1">${box(p('Findings'))}${box(p('Too dear') + p('Too slow'))}<presentation:notes>${box(p('Greet.'))}</presentation:notes></draw:page>`,
    `<draw:page draw:name="page2">${box(p('End'))}</draw:page>`,
  ].join('')
  assert.deepEqual(parts(await readFile('talk.odp', odf('presentation', { body })), 'label'), [
    ['slide', '1', 'Findings\nToo dear\nToo slow'],
    ['slide', '1, notes', 'Greet.'],
    ['slide', '2', 'End'],
  ])
})

test('a spreadsheet has a row each, values as displayed, and comments after them', async () => {
  const hidden = '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
  const note = (author: string, ...lines: string[]) =>
    `<office:annotation><dc:creator>${author}</dc:creator><dc:date>2026-10-01</dc:date>${lines.map((line) => p(line)).join('')}</office:annotation>`
  const rows = [
    tableRow(cell(p('Name')), cell(p('Date')), cell(p('Note'))),
    tableRow(
      cell(p('Ada'), 'table:number-rows-spanned="2"'),
      cell(p('15.03.23'), 'office:value-type="date" office:date-value="2023-03-15"'),
      cell(`${note('Eve', 'hm')}${p('One')}${p('Two')}`),
    ),
    tableRow('<table:covered-table-cell/>', cell(p('5'), 'table:number-columns-repeated="2"')),
    '<table:table-row table:number-rows-repeated="2"><table:table-cell><text:p>same</text:p></table:table-cell></table:table-row>',
    '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
  ].join('')
  const body = `<table:table table:name="S" table:style-name="ta1">${rows}</table:table><table:table table:name="H" table:style-name="ta2">${tableRow(cell(note('Eve', 'not read') + p('no')))}</table:table>`
  const read = await readFile('a.ods', odf('spreadsheet', { body, styles: hidden }))
  assert.equal(read.kind, 'table')
  assert.deepEqual(parts(read, 'label', 'speaker'), [
    ['row', '1', null, 'Name: Ada\nDate: 15.03.23\nNote: One\nTwo'],
    ['row', '2', null, 'Name: Ada\nDate: 5\nNote: 5'],
    ['row', '3', null, 'Name: same'],
    ['row', '4', null, 'Name: same'],
    ['paragraph', 'Comment', 'Eve', 'hm'],
  ])
})

describe('repeats in a spreadsheet', () => {
  const times = (what: 'rows' | 'columns', count: number) => `table:number-${what}-repeated="${count}"`
  const sheet = (...rows: string[]) => `<table:table table:name="A">${rows.join('')}</table:table>`
  const repeated = (count: number, ...cells: string[]) =>
    `<table:table-row ${times('rows', count)}>${cells.join('')}</table:table-row>`
  const gap = `<table:table-cell ${times('columns', 16_383)}/>`
  const read = (body: string, styles = '') => readFile('a.ods', odf('spreadsheet', { body, styles }))

  test('that write more than a text may have are rejected, however small the file is', async () => {
    const many = { rows: 1_000_000_000_000, columns: 1_000_000_000 }
    const wide = cell(p('far too wide '.repeat(50)), times('columns', many.columns))
    await assertFails(read(sheet(repeated(1, wide).repeat(9))), 'too_much_text')
    await assertFails(read(sheet(repeated(many.rows, gap, cell(p('x'))))), 'too_much_text', /200,000 rows/)
    const merged = cell(
      p('merged '.repeat(50)),
      `${times('columns', 9_000)} table:number-rows-spanned="${many.rows}"`,
    )
    await assertFails(read(sheet(tableRow(merged), repeated(many.rows))), 'too_much_text')
    // Without words in the column of the text, the rows of a transcript have none.
    const head = tableRow(cell(p('Speaker')), cell(p('Start')), cell(p('Text')))
    const said = (text: string, start: number) =>
      tableRow(cell(p('Ada')), cell(p(`00:00:0${start}`)), cell(p(text)))
    const call = [head, said('Hello everyone', 1), said('So where are we?', 4), said('Well', 6)]
    await assertFails(read(sheet(...call, repeated(many.rows, cell(p('Ada'))))), 'too_much_text')
  })

  test('without a word to read take no time', async () => {
    const hidden =
      '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
    const blank = cell(p('\u00a0'), `${times('columns', 16_384)} table:number-rows-spanned="1000000000"`)
    const body = [
      sheet(tableRow(cell(p('One'))), repeated(1e15, blank), repeated(1e15, '<table:covered-table-cell/>')),
      `<table:table table:name="H" table:style-name="ta2">${repeated(1e15, cell(p('no')))}</table:table>`,
    ]
    assert.deepEqual(parts(await read(body.join(''), hidden)), [['row', 'One']])
    const far = repeated(1, gap, cell(p('x'))).repeat(cases(100_000))
    assert.equal((await read(sheet(far))).segments.length, cases(100_000) - 1)
  })

  test('below a merged cell have its value as far as it reaches', async () => {
    const body = sheet(
      tableRow(cell(p('Ada'), 'table:number-rows-spanned="3"'), cell(p('1'))),
      repeated(2, '<table:covered-table-cell/>', cell(p('2'))),
      repeated(2, '<table:table-cell/>', cell(p('3'))),
    )
    assert.equal((await read(body)).text, 'Ada\n1\n\nAda\n2\n\nAda\n2\n\n3\n\n3')
  })
})
