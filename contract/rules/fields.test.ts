import assert from 'node:assert/strict'
import { test } from 'node:test'
import { date, email, id, line, password, text, valuesByName, verbatim } from './fields.ts'

test('text that PostgreSQL cannot store is rejected', () => {
  for (const field of [text(1, 10), verbatim(1, 10)]) {
    assert.equal(field.safeParse('a\u0000b').success, false)
    assert.equal(field.safeParse('a\ud83d').success, false)
    assert.equal(field.safeParse('a😀').success, true)
  }
})

test('names contain no characters that change the writing direction', () => {
  const marks = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e']
  const isolates = ['\u2066', '\u2067', '\u2068', '\u2069']
  for (const mark of [...marks, ...isolates]) {
    assert.equal(text(1, 20).parse(` ${mark} report-${mark}txt.exe ${mark}`), 'report-txt.exe')
    assert.equal(text(1, 20).safeParse(` ${mark} `).success, false)
    assert.equal(email.safeParse(`ada${mark}@aerie.test`).success, false)
    // Sources are kept as they are.
    assert.equal(verbatim(1, 20).parse(mark), mark)
  }
  // These join letters and emoji.
  for (const name of ['می\u200cخواهم', '👩\u200d⚕️', 'שלום']) assert.equal(text(1, 20).parse(name), name)
})

test('email addresses and ids are lower case, without spaces around an address', () => {
  assert.equal(email.parse(' Ada@Aerie.Test '), 'ada@aerie.test')
  assert.equal(id.parse('0199AAAA-0000-7000-8000-00000000000A'), '0199aaaa-0000-7000-8000-00000000000a')
})

test('a password has 12 to 128 characters, spaces included', () => {
  assert.equal(password.safeParse('eleven char').success, false)
  assert.equal(password.parse(' twelve char'), ' twelve char')
  assert.equal(password.safeParse('p'.repeat(129)).success, false)
})

test('a password may consist of any characters, and needs none of a certain kind', () => {
  for (const only of [
    'lower case only',
    'UPPER CASE ONLY',
    '739401826455',
    '!?%&/()=;:_-',
    'пароль из слов',
    '😀🦊🌵🚲🍋🎈🐙🧦🪁🛶🥨🧭',
  ])
    assert.equal(password.parse(only), only)
})

test('names that callers choose are kept, also those that every object has, or refused', () => {
  const values = valuesByName(text(1, 20), text(0, 9))
  const given = { constructor: 'a', toString: 'b', hasOwnProperty: '' }
  assert.deepEqual(values.parse(given), given)
  const { error } = values.safeParse(JSON.parse('{"__proto__":"a","b":"c"}'))
  assert.deepEqual(error?.issues[0]?.path, ['__proto__'])
  assert.equal(values.safeParse(null as never).success, false)
})

test('a date is one of the years that PostgreSQL has', () => {
  assert.equal(date.safeParse('0000-12-31').success, false)
  assert.equal(date.safeParse('0001-01-01').success, true)
  assert.equal(date.safeParse('2026-02-29').success, false)
})

test('a name is one line, without control characters', () => {
  for (const name of ['one\ntwo', 'one\r\nBcc: two', 'one\ttwo', 'one\u0007', 'one\u0085two', 'one\u2028two'])
    assert.equal(line(1, 30).safeParse(name).success, false, JSON.stringify(name))
  for (const name of ['Dr. Jürgen O’Neill-東京 👩\u200d⚕️', 'Nightly export (v2) – “staging”'])
    assert.equal(line(1, 60).parse(`${name}\n`), name)
})
