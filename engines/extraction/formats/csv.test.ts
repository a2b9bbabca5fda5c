import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encode } from '../testing/encode.ts'
import { assertFails, parts, readFile } from '../testing/files.ts'

describe('a table of comma-separated values', () => {
  test('as Excel saves it in Europe: semicolons, a byte order mark, CRLF', async () => {
    const read = await readFile(
      'Umfrage.csv',
      '\ufeffName;Note;Kommentar\r\nJürgen;5;"Sehr gut; gerne wieder.\r\nDanke!"\r\nZoë;;"Der ""neue"" Preis"\r\n',
    )
    assert.equal(read.kind, 'table')
    assert.deepEqual(parts(read, 'label'), [
      ['row', '1', 'Name: Jürgen\nNote: 5\nKommentar: Sehr gut; gerne wieder.\r\nDanke!'],
      ['row', '2', 'Name: Zoë\nKommentar: Der "neue" Preis'],
    ])
  })

  test('as older programs save it, in windows-1252', async () => {
    const read = await readFile(
      'export.csv',
      encode('Filiale;Größe\nKöln;größer als München\n', 'windows-1252'),
    )
    assert.equal(read.text, 'Filiale: Köln\nGröße: größer als München')
  })

  test('as reviews are exported: commas, quotation marks, line ends within', async () => {
    const read = await readFile(
      'reviews.csv',
      'id,stars,title,body\n1,5,"Great, really","Line one\n\nLine two"\n2,1,Bad,"""Never"" again"\n',
    )
    assert.deepEqual(parts(read, 'label'), [
      ['row', '1', 'id: 1\nstars: 5\ntitle: Great, really\nbody: Line one\n\nLine two'],
      ['row', '2', 'id: 2\nstars: 1\ntitle: Bad\nbody: "Never" again'],
    ])
  })

  test('with tabs, with bars, or with a line that states the delimiter', async () => {
    const expected = [['row', 'a: 1, 5\nb: 2']]
    assert.deepEqual(parts(await readFile('a.tsv', 'a\tb\n1, 5\t2\n')), expected)
    assert.deepEqual(parts(await readFile('a.csv', 'a|b\n1, 5|2\n')), expected)
    assert.deepEqual(parts(await readFile('a.csv', 'sep=;\r\na;b\r\n1, 5;2\r\n')), expected)
  })

  test('without column names', async () => {
    const read = await readFile('a.csv', '2024-01-01,4\n2024-01-02,5\n')
    assert.deepEqual(parts(read, 'label'), [
      ['row', '1', '2024-01-01\n4'],
      ['row', '2', '2024-01-02\n5'],
    ])
  })

  test('with a title above the names of its columns', async () => {
    const read = await readFile(
      'a.csv',
      'Survey of spring\n\n"Exported by Ada, 2024"\nsite,price,speed\nBonn,1,2\nKöln,,4\n',
    )
    assert.deepEqual(parts(read, 'label'), [
      ['paragraph', null, 'Survey of spring'],
      ['paragraph', null, 'Exported by Ada, 2024'],
      ['row', '1', 'site: Bonn\nprice: 1\nspeed: 2'],
      ['row', '2', 'site: Köln\nspeed: 4'],
    ])
  })

  test('with one row, which is no heading', async () => {
    assert.deepEqual(parts(await readFile('a.csv', 'Ada,5\n')), [['row', 'Ada\n5']])
  })

  test('of one column with commas in its sentences', async () => {
    const read = await readFile('answers.csv', 'Answer\nGood, but late\nFine\nYes, yes, yes\n')
    assert.deepEqual(parts(read), [
      ['row', 'Answer: Good, but late'],
      ['row', 'Answer: Fine'],
      ['row', 'Answer: Yes, yes, yes'],
    ])
  })

  test('with rows that are too short, too long or empty', async () => {
    const read = await readFile('a.csv', 'a,b\n1\n,\n\n1,2,3\n')
    assert.deepEqual(parts(read, 'label'), [
      ['row', '1', 'a: 1'],
      ['row', '2', 'a: 1\nb: 2\n3'],
    ])
  })

  test('with an unclosed quotation mark loses nothing', async () => {
    const read = await readFile('a.csv', 'a,b\n1,"two\n3,four\n')
    assert.deepEqual(parts(read), [
      ['row', 'a: 1\nb: "two'],
      ['row', 'a: 3\nb: four'],
    ])
  })

  test('with too many rows is rejected', async () => {
    await assertFails(readFile('a.csv', `a,b\n${'1,2\n'.repeat(200_001)}`), 'too_much_text', /200,000 rows/)
  })

  test('of a transcript keeps what is noted where nobody spoke', async () => {
    const rows = ['Ada,00:01,Hello everyone,', 'Bob,00:04,,door opens', 'Ada,00:09,So where are we?,']
    const { text } = await readFile('a.csv', `Speaker,Start,Text,Note\n${rows.join('\n')}\n`)
    assert.equal(text, 'Hello everyone\n\nNote: door opens\nSo where are we?')
  })
})
