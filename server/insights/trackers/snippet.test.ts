import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { snippetOf } from './snippet.ts'

/** The snippet of words in a text that is one passage, each found where it stands first. */
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

test('of a long passage, about two hundred characters around the mention are shown, cut between words', () => {
  const text = `${'alpha bravo charlie '.repeat(40)}price ${'delta echo foxtrot '.repeat(40)}`
  const shown = show(text, 'price')
  assert.match(shown.snippet, /^…(alpha|bravo|charlie) .* price .* (delta|echo|foxtrot)…$/)
  assert.ok(shown.snippet.length > 150 && shown.snippet.length <= 202, shown.snippet)
  assert.deepEqual(marked(shown), ['price'])
})

test('where the mention stands at the end, more of what comes before is shown', () => {
  const shown = show(`${'alpha bravo charlie '.repeat(40)}price`, 'price')
  assert.ok(shown.snippet.endsWith(' price') && shown.snippet.length > 150, shown.snippet)
})

test('line breaks and runs of spaces are single spaces, and highlights still hold', () => {
  const shown = show('\r\n\r\n One  \t two\r\nthree   four\r\n', 'two', 'four')
  assert.equal(shown.snippet, 'One two three four')
  assert.deepEqual(marked(shown), ['two', 'four'])
})

test('words that stand far apart in a passage are shown with what is around each', () => {
  const gap = 'lorem ipsum dolor sit amet '.repeat(30)
  const shown = show(`The price of ${gap} and the support for ${gap} is fine`, 'price', 'support')
  assert.deepEqual(marked(shown), ['price', 'support'])
  assert.match(shown.snippet, /^The price of .+ … .+ and the support for .+…$/)
  assert.ok(shown.snippet.length < 300)
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

test('whatever a text holds, highlights are the words that matched and no character is torn apart', () => {
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
