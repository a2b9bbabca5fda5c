import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkDefinition } from './check-definition.ts'
import { parseQuery, type Query, QueryError } from './query.ts'
import { anyQuery } from './testing/arbitraries.ts'
import { printQuery } from './testing/print-query.ts'

/** The query with all its brackets. */
function inFull(query: Query): string {
  if (query.kind === 'not') return `NOT ${inFull(query.part)}`
  if (query.kind === 'and' || query.kind === 'or')
    return `(${query.parts.map(inFull).join(query.kind === 'and' ? ' AND ' : ' OR ')})`
  return printQuery(query)
}

test('NEAR binds closest, then NOT, AND and OR', () => {
  const understood = {
    'a b': '(a AND b)',
    'a OR b c': '(a OR (b AND c))',
    'a b OR c NOT d': '((a AND b) OR (c AND NOT d))',
    '(a OR b) c': '((a OR b) AND c)',
    'a NOT b NEAR/3 c': '(a AND NOT b NEAR/3 c)',
    '(a OR "b c" OR (d)) NEAR/10 e*e': null,
    '(a OR "b c" OR (de*)) NEAR/10 f': '(a OR "b c" OR de*) NEAR/10 f',
    'a and or not b': '(a AND and AND or AND not AND b)',
    'follow-up': 'follow-up',
    '“exact words” «de suite»': '("exact words" AND "de suite")',
    'e\u0301te\u0301* 東京*': '(e\u0301te\u0301* AND 東-京*)',
    'a(b OR c)d': '(a AND (b OR c) AND d)',
    '((((a))))': 'a',
    'a NOT NOT b': '(a AND NOT NOT b)',
  }
  for (const [query, expected] of Object.entries(understood)) {
    if (expected === null) assert.throws(() => parseQuery(query), QueryError)
    else assert.equal(inFull(parseQuery(query)), expected)
  }
})

test('errors in a query are described with their position', () => {
  const wrong: [query: string, position: number, message: RegExp][] = [
    ['', 0, /no word/],
    ['  ', 0, /no word/],
    ['a "b c', 2, /not closed/],
    ['😀 “b', 3, /not closed/],
    ['a (b', 2, /not closed/],
    ['a (b OR (c)', 2, /not closed/],
    ['a) b', 1, /no opening bracket/],
    ['a () b', 2, /nothing between/],
    ['a ""', 2, /no word/],
    ['a & b', 2, /no word/],
    ['a AND', 2, /after AND/],
    ['AND a', 0, /before AND/],
    ['a OR OR b', 2, /after OR/],
    ['a (OR b)', 3, /before OR/],
    ['(a NOT)', 3, /after NOT/],
    ['a * b', 2, /directly after the beginning/],
    ['"a *"', 3, /directly after the beginning/],
    ['a b*', 3, /two letters/],
    ['be*gin', 2, /only at the end/],
    ['a *b', 2, /directly after the beginning/],
    ['a NEAR b', 2, /number of words from 1 to 100/],
    ['a NEAR/ b', 2, /number of words/],
    ['a NEAR/0 b', 2, /number of words/],
    ['a NEAR/101 b', 2, /number of words/],
    ['a NEAR/x b', 2, /number of words/],
    ['a NEAR/5', 2, /after NEAR/],
    ['NEAR/5 a', 0, /before NEAR/],
    ['a NEAR/5 b NEAR/5 c', 11, /combines two/],
    ['a NEAR/5 (b c)', 9, /joined by OR/],
    ['(b c) NEAR/5 a', 0, /joined by OR/],
    ['a "b" "', 6, /not closed/],
    ['NOT a', 0, /almost everywhere/],
    ['a OR (b OR NOT c)', 11, /almost everywhere/],
    ['NOT a AND NOT b', 0, /almost everywhere/],
    ['a OR NOT b', 5, /almost everywhere/],
    ['NOT (a AND NOT b)', 0, /almost everywhere/],
    [`${'('.repeat(31)}a${')'.repeat(31)}`, 30, /30 deep/],
    [`a ${'NOT '.repeat(31)}b`, 122, /30 deep/],
    ['a '.repeat(201), 400, /200 words/],
    ['a'.repeat(2001), 2000, /2000 characters/],
  ]
  for (const [query, position, message] of wrong) {
    assert.throws(
      () => parseQuery(query),
      (error) => {
        assert.ok(error instanceof QueryError, `${query}: ${error}`)
        assert.match(error.message, message, query)
        assert.equal(error.position, position, query)
        return true
      },
    )
  }
})

test('a query may be as long, as deep and as far-reaching as its limits', () => {
  for (const query of [
    'a'.repeat(2000),
    'a '.repeat(200),
    `${'('.repeat(30)}a${')'.repeat(30)}`,
    `a ${'NOT '.repeat(30)}b`,
    'a NEAR/1 b',
    'a NEAR/100 b',
    'ab*',
    '"ab* c"',
    'NOT a b',
    'NOT (NOT a OR NOT b)',
    // What is closed no longer counts.
    '(a) '.repeat(40),
    `a ${'NOT b '.repeat(40)}`,
    '„a‟ «b» ＂c＂',
  ])
    assert.doesNotThrow(() => parseQuery(query), query)
})

test('a query that is printed and parsed stays the same', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const written = printQuery(query)
      fc.pre(written.length <= 2000)
      try {
        assert.deepEqual(parseQuery(written), structuredClone(query))
      } catch (error) {
        if (!(error instanceof QueryError && /almost everywhere/.test(error.message))) throw error
      }
    }),
    { numRuns: 1000 },
  )
})

test('any input is a query or an error with a position', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'run*',
      '*',
      '"',
      '“',
      '(',
      ')',
      ' ',
      ' AND ',
      ' OR ',
      ' NOT ',
      ' NEAR/3 ',
      ' NEAR/',
      'NEAR',
      '東',
      '😀',
    ],
  )
  const written = fc.oneof(
    fc.array(piece, { maxLength: 30, size: 'max' }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  )
  fc.assert(
    fc.property(written, (query) => {
      try {
        parseQuery(query)
      } catch (error) {
        assert.ok(error instanceof QueryError, String(error))
        assert.ok(error.position >= 0 && error.position <= query.length)
      }
    }),
    { numRuns: 3000 },
  )
})

test('a definition is checked as a whole', () => {
  const phrase = (text: string) => ({ text, match: 'exact' as const })
  const problems = checkDefinition({
    phrases: [phrase('fine'), phrase('…')],
    query: 'a AND',
    exclude: [phrase('?!')],
    language: null,
    scope: {},
  })
  assert.deepEqual(
    problems.map(({ path, position }) => [path, position]),
    [
      ['phrases[1].text', undefined],
      ['exclude[0].text', undefined],
      ['query', 2],
    ],
  )
  const definition = { phrases: [], query: null, exclude: [phrase('a')], language: null, scope: {} }
  assert.deepEqual(
    checkDefinition(definition).map(({ path }) => path),
    ['phrases'],
  )
  assert.deepEqual(checkDefinition({ ...definition, query: 'a' }), [])
})
