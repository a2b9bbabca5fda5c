import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { snippetOf } from './snippet.ts'

/** Returns the snippet of words in a text that is a single passage; the first occurrence of each word counts. */
function show(text: string, ...words: string[]) {
  const highlights = words.map((word) => {
    const start = text.indexOf(word)
    assert.ok(start >= 0, word)
    return [start, start + word.length] as [number, number]
  })
  const mention = { start: highlights[0]![0], end: highlights.at(-1)![1], highlights }
  return snippetOf(text, { start: 0, end: text.length }, mention)
}

const marked = ({ snippet, highlights }: ReturnType<typeof show>) =>
  highlights.map(([start, end]) => snippet.slice(start, end))

test('a short passage is shown whole', () => {
  assert.deepEqual(show('The price is too high.', 'price'), {
    snippet: 'The price is too high.',
    highlights: [[4, 9]],
  })
})

test('a long passage is shown with about two hundred characters around the mention, cut between words', () => {
  const text = `${'alpha bravo charlie '.repeat(40)}price ${'delta echo foxtrot '.repeat(40)}`
  const shown = show(text, 'price')
  assert.match(shown.snippet, /^…(alpha|bravo|charlie) .* price .* (delta|echo|foxtrot)…$/)
  assert.ok(shown.snippet.length > 150 && shown.snippet.length <= 202, shown.snippet)
  assert.deepEqual(marked(shown), ['price'])
})

test('a mention at the end is shown with more text before it', () => {
  const shown = show(`${'alpha bravo charlie '.repeat(40)}price`, 'price')
  assert.ok(shown.snippet.endsWith(' price') && shown.snippet.length > 150, shown.snippet)
})

test('white space is collapsed, and highlights still point to their words', () => {
  const shown = show('\r\n\r\n One  \t two\r\nthree   four\r\n', 'two', 'four')
  assert.equal(shown.snippet, 'One two three four')
  assert.deepEqual(marked(shown), ['two', 'four'])
})

test('words far apart in a passage are each shown with their context', () => {
  const gap = 'lorem ipsum dolor sit amet '.repeat(30)
  const shown = show(`The price of ${gap} and the support for ${gap} is fine`, 'price', 'support')
  assert.deepEqual(marked(shown), ['price', 'support'])
  assert.match(shown.snippet, /^The price of .+ … .+ and the support for .+…$/)
  assert.ok(shown.snippet.length < 300)
})

test('a snippet begins and ends at exact places', () => {
  const numbers = 'one two three four five six seven eight nine ten '
  const before = '…four five six seven eight nine ten '
  const after = 'one two three four five six seven eight'
  for (const [text, words, snippet, highlights] of [
    [
      `${numbers.repeat(6)}price ${numbers.repeat(6)}`,
      ['price'],
      `…two three four five six seven eight nine ten ${numbers}price ${numbers}one two three four five six seven eight nine ten…`,
      [[95, 100]],
    ],
    [
      `${numbers.repeat(3)}price ${numbers.repeat(8)}support ${numbers.repeat(3)}`,
      ['price', 'support'],
      `${before}price ${after} … ${before.slice(1)}support ${after}…`,
      [
        [36, 41],
        [119, 126],
      ],
    ],
    [
      `${numbers.repeat(3)}price and value ${numbers.repeat(8)}support`,
      ['price', 'value', 'support'],
      `${before}price and value ${after} … ${before.slice(1)}support`,
      [
        [36, 41],
        [46, 51],
        [129, 136],
      ],
    ],
    [
      ['a1', 'a2', 'a3', 'a4'].join(` ${numbers.repeat(8)}`),
      ['a1', 'a2', 'a3', 'a4'],
      `a1 ${after} … ${before.slice(1)}a2 ${after} … ${before.slice(1)}a3 ${after}…`,
      [
        [0, 2],
        [80, 82],
        [160, 162],
      ],
    ],
    [
      `a ${'x'.repeat(300)}price${'y'.repeat(300)} b`,
      ['price'],
      `…${'x'.repeat(97)}price${'y'.repeat(98)}…`,
      [[98, 103]],
    ],
    [
      `${'alpha \u0301 bravo '.repeat(20)}price${' delta \u0301 echo'.repeat(20)}`,
      ['price'],
      `…${'bravo alpha \u0301 '.repeat(6)}bravo price${' delta \u0301 echo'.repeat(7)}…`,
      [[91, 96]],
    ],
    ['  price \n ', ['price'], 'price', [[0, 5]]],
  ] as [string, string[], string, [number, number][]][])
    assert.deepEqual(show(text, ...words), { snippet, highlights })
})

test('the fields of a row stay on their lines', () => {
  const row = 'date: 2026-10-23\nage:  36\ncomment: Too  dear,\r\n\r\nreally'
  const start = row.indexOf('dear')
  const mention = { start, end: start + 4, highlights: [[start, start + 4]] as [number, number][] }
  const shown = snippetOf(row, { start: 0, end: row.length }, mention, true)
  assert.equal(shown.snippet, 'date: 2026-10-23\nage: 36\ncomment: Too dear,\nreally')
  assert.deepEqual(marked(shown), ['dear'])
})

test('a snippet of a row begins with the name of a field, if it is near', () => {
  const snippetIn = (before: number) => {
    const row = `id: 1\nplace: ${'a b '.repeat(before)}\ncomment: Too dear${' and so on'.repeat(30)}`
    const start = row.indexOf('dear')
    return snippetOf(row, { start: 0, end: row.length }, { start, end: start + 4, highlights: [] }, true)
      .snippet
  }
  assert.match(snippetIn(20), /^…place: a b /)
  assert.match(snippetIn(60), /^…(?:a b )+a b\ncomment: Too dear /)
})

test('scripts without spaces are cut between words, and everything between characters', () => {
  const thai = 'ราคาสูงเกินไปสำหรับสิ่งที่ทำได้'.repeat(20)
  const shown = snippetOf(
    thai,
    { start: 0, end: thai.length },
    { start: 310, end: 314, highlights: [[310, 314]] },
  )
  assert.deepEqual(marked(shown), [thai.slice(310, 314)])
  assert.ok(shown.snippet.length <= 202)
  const family = '👩‍👩‍👧‍👦'
  const emoji = show(`${family.repeat(30)}price${family.repeat(30)}`, 'price')
  const [before, after] = emoji.snippet.replaceAll('…', '').split('price')
  for (const side of [before, after]) assert.equal(side!.replaceAll(family, ''), '', emoji.snippet)
  const right = `${'هذا هو '.repeat(60)}السعر${' مرتفع جدا'.repeat(60)}`
  assert.deepEqual(marked(show(right, 'السعر')), ['السعر'])
})

test('in any text, highlights are the words that matched and no character is divided', () => {
  const piece = fc.constantFrom(
    ...[
      'word',
      'price',
      ' ',
      '  ',
      '\r\n',
      '\n',
      '\t',
      'é',
      'e\u0301',
      '👍🏽',
      '🇩🇪',
      '👩‍👧',
      'שלום',
      'ราคา',
      '価格',
      '.',
      'x'.repeat(90),
    ],
  )
  const segmenter = new Intl.Segmenter()
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 150 }), fc.nat(), fc.nat(60), (pieces, at, span) => {
      const words = [...pieces]
      words.splice(at % (pieces.length + 1), 0, ' price ')
      words.splice((at % (pieces.length + 1)) + 1 + Math.min(span, pieces.length), 0, ' support ')
      const text = words.join('')
      const first = text.indexOf(' price ') + 1
      const last = text.indexOf(' support ', first) + 1
      const highlights: [number, number][] = [
        [first, first + 5],
        [last, last + 7],
      ]
      const shown = snippetOf(
        text,
        { start: 0, end: text.length },
        { start: first, end: last + 7, highlights },
      )
      assert.deepEqual(marked(shown), ['price', 'support'].slice(0, shown.highlights.length))
      assert.ok(shown.highlights.length > 0)
      assert.ok(shown.snippet.length <= 400, `${shown.snippet.length}`)
      assert.ok(shown.snippet.isWellFormed())
      const whole = new Set([...segmenter.segment(text.replace(/\s+/g, ' '))].map(({ segment }) => segment))
      for (const { segment } of segmenter.segment(shown.snippet))
        assert.ok(whole.has(segment) || segment === '…', JSON.stringify(segment))
    }),
    { numRuns: 500 },
  )
})

test('words whose contexts touch are shown together', () => {
  for (let gap = 60; gap <= 100; gap++) {
    const text = `price ${'a b '.repeat(gap).slice(0, gap)} support ${'a b '.repeat(60)} end`
    const { snippet } = show(text, 'price', 'support', 'end')
    const [first, second] = snippet.split(' … ')
    if (second?.includes('support')) assert.ok(!text.includes(`${first} ${second}`), snippet)
  }
})
