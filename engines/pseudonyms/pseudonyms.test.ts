import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from '#engines/language'
import { parseQuery } from '../matching/query.ts'
import { formOf, Moves, Pseudonyms, replaceInPart, replaceInQuery } from './index.ts'

const salt = 'a project'
const named = (names: Record<string, string>) =>
  new Pseudonyms(
    salt,
    Object.entries(names).map(([name, pseudonym]) => ({ ...formOf(salt, name), pseudonym })),
  )
const names = named({
  'Vera Stein': 'Person 1',
  Vera: 'Person 1',
  'Stein Vera': 'Person 1',
  'José O’Brien': 'Person 2',
  田中さくら: 'Person 3',
})

const cases: [text: string, replaced: string][] = [
  ['Vera Stein said so.', 'Person 1 said so.'],
  ['VERA STEIN, vera  stein, Véra\nStein', 'Person 1, Person 1, Person 1'],
  [
    'Vera_Stein-2026.txt, Stein, Vera, vera.stein@example.com',
    'Person 1-2026.txt, Person 1, Person 1@example.com',
  ],
  ["Vera’s and Vera Stein's parcels", "Person 1’s and Person 1's parcels"],
  ["Jose O'Brien's, José O’Brien", "Person 2's, Person 2"],
  ['**Vera** Stein', '**Person 1'],
  ['Verandas, Verastein, Aveira', 'Verandas, Verastein, Aveira'],
  ['Stein alone stays, Vera does not', 'Stein alone stays, Person 1 does not'],
  ['昨日、田中さくらさんは来た', '昨日、Person 3さんは来た'],
  ['Vera Vera Stein Vera', 'Person 1 Person 1 Person 1'],
  ['So\u00adphie met Ve\u00adra', 'So\u00adphie met Person 1'],
  ['', ''],
]

for (const [text, replaced] of cases)
  test(`“${text.replaceAll('\n', ' ')}”`, () => {
    assert.equal(names.replaceIn(text), replaced)
    assert.equal(names.occursIn(text), text !== replaced)
    assert.equal(names.occursIn(replaced), false)
  })

test('much white space between two words takes no longer than as much text', () => {
  const space = ' '.repeat(1_000_000)
  assert.equal(names.replaceIn(`Vera${space}Stein`), 'Person 1')
  assert.equal(names.replaceIn(`Vera${space}!!!${space}Stein`), `Person 1${space}!!!${space}Stein`)
})

test('a long text in pieces is the same as the whole, wherever pieces end', () => {
  for (const between of [' ', ' and ', '、'])
    for (let n = 0; n < 12; n++) {
      const text = 'x'.repeat(n) + `${between}Vera Stein`.repeat(3_000)
      assert.equal([...names.replaceInPieces(text)].join(''), names.replaceIn(text))
    }
})

test('without names, nothing is found', () => assert.equal(named({}).occursIn('Vera'), false))

test('a form shows neither its words nor, with another salt, that it is the same', () => {
  const form = formOf(salt, ' VÉRA  stein')
  assert.deepEqual(form, formOf(salt, 'Vera Stein'))
  assert.equal(form.words, 2)
  assert.doesNotMatch(JSON.stringify(form), /stein/i)
  assert.notEqual(form.hash, formOf('another project', 'Vera Stein').hash)
})

test('in a text in parts, segments stay at their words, and every other place is known', () => {
  const turns = ['Vera Stein: I waited.', 'Ada: You, Vera?', 'Vera', 'Stein: Yes.'].flatMap((turn) =>
    Array.from({ length: 700 }, (_, n) => `${turn} ${n}`),
  )
  const text = turns.join('\n')
  let at = 0
  const segments = turns.map((turn) => {
    const start = at
    at += turn.length + 1
    const speaker = /^[^:]+(?=:)/.exec(turn)?.[0] ?? null
    return {
      start,
      end: start + turn.length,
      kind: 'turn',
      label: null,
      speaker,
      startMs: null,
      endMs: null,
    } as const
  })
  const parts = [...partsOf(text, segments)]
  assert.ok(parts.length > 2)
  const moves = new Moves()
  let shift = 0
  let whole = ''
  const said: string[] = []
  const speakers = new Set<string | null>()
  for (const one of parts) {
    const { part, found } = replaceInPart(one, names, shift)
    assert.equal(part.start, whole.length)
    whole += part.text
    for (const each of found) moves.add(each)
    shift = whole.length - (one.start + one.text.length)
    for (const { start, end, speaker } of part.segments) {
      said.push(part.text.slice(start - part.start, end - part.start))
      speakers.add(speaker)
    }
  }
  assert.deepEqual(
    said,
    turns.map((turn) => names.replaceIn(turn)),
  )
  assert.equal(whole, said.join('\n'))
  assert.deepEqual([...speakers], ['Person 1', 'Ada', null, 'Stein'])
  for (const { index } of text.matchAll(/waited|You|Yes|\d+/g))
    assert.equal(whole[moves.of(index)!], text[index])
  assert.equal(moves.of(1), null)
  assert.equal(moves.of(0), 0)
  assert.equal(moves.of('Vera Stein'.length), 'Person 1'.length)
})

const queries: [query: string, replaced: string][] = [
  ['"Vera Stein" AND price', '"Person 1" AND price'],
  ['Vera AND (price OR vera*)', '"Person 1" AND (price OR "Person 1")'],
  ['Vera Stein NEAR/5 price', '"Person 1" NEAR/5 price'],
  ['price AND NOT „Frau Vera Stein“', 'price AND NOT „Frau Person 1“'],
  ['pre-Vera-Stein', '"Person 1"'],
  ['price "high"', 'price "high"'],
]

for (const [query, replaced] of queries)
  test(`the query ${query}`, () => {
    assert.equal(replaceInQuery(query, names), replaced)
    parseQuery(replaced)
  })
