import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvCell, csvLine, csvText } from './csv.ts'

test('a cell that a spreadsheet would run as a formula begins with a quote', () => {
  for (const start of [...'=+-@＝＋－＠﹦﹢﹣﹫−', '\t', '\r', '\n'])
    assert.equal(csvCell(`${start}1`).replace('"', ''), `'${start}1${/[\r\n]/.test(start) ? '"' : ''}`)
  const invisible = [
    '\u200b',
    '\u200c',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u034f',
    '\ufe0f',
    '\u3164',
    '\u202e',
    '\u00a0',
  ]
  for (const skipped of invisible) {
    assert.equal(csvCell(`${skipped}=1`), `'${skipped}=1`)
    assert.equal(csvCell(` ${skipped}${skipped}＝1`), `' ${skipped}${skipped}＝1`)
  }
})

test('any other cell is as it is, in quotes where needed', () => {
  for (const plain of ['', 'Ada', '1=1', 'a@b.test', '２', '\u200bAda', '日本'])
    assert.equal(csvCell(plain), plain)
  assert.equal(csvCell('a,b'), '"a,b"')
  assert.equal(csvCell('say "hi"\n'), '"say ""hi""\n"')
  assert.equal(csvCell('=a,"b"'), `"'=a,""b"""`)
})

test('every value is read back from its cell', () => {
  const near = fc.string({ unit: fc.constantFrom("'", '=', '+', ' ', '\t', '\u200b', '＝', 'a') })
  const unquoted = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
  fc.assert(
    fc.property(fc.oneof(near, fc.string({ unit: 'binary' })), (value) => {
      assert.equal(csvText(unquoted(csvCell(value))), value)
    }),
  )
  assert.equal(csvCell("'=1"), "''=1")
})

test('a line has numbers as they are, and nothing for null', () => {
  assert.equal(csvLine(['-1', -1, null, true, 'a,b']), '\'-1,-1,,true,"a,b"\r\n')
})
