import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cases } from '../../../testing/full.ts'
import { Faces } from './faces.ts'
import type { Han } from './families.ts'
import { setLines, wantText } from './typeset.ts'

async function set(text: string, width = 1000, han: Han = 'noto-sans-sc') {
  const faces = new Faces()
  wantText(text, 400, faces, han)
  await faces.make()
  return { faces, lines: setLines(text, 400, faces, han, width) }
}

/** Returns the runs of each line in visual order. */
const seen = async (text: string, width?: number) =>
  (await set(text, width)).lines.map(({ runs }) =>
    runs
      .map((run) => run.text)
      .join('|')
      .replaceAll('| |', ' '),
  )

test('right-to-left words are in visual order, with numbers and Latin left to right', async () => {
  assert.deepEqual(await seen('أحمد يوسف'), ['يوسف أحمد'])
  assert.deepEqual(await seen('שלום עולם'), ['עולם שלום'])
  assert.deepEqual((await seen('אב 12.5 גד'))[0]?.replaceAll('|', ' ').split(/ +/), ['גד', '12.5', 'אב'])
})

test('brackets are mirrored where they are read from the right', async () => {
  const { lines } = await set('שלום (עולם)')
  assert.deepEqual(
    lines[0]?.runs.map(({ text }) => text),
    ['(', 'עולם', ') ', 'שלום'],
  )
  assert.equal(lines[0]?.rightToLeft, true)
})

test('Devanagari and Arabic letters are joined', async () => {
  const { faces, lines } = await set('क्षत्रिय')
  const face = faces.all.find(({ name }) => name === lines[0]?.runs[0]?.font)!
  assert.ok(face.font.layout('क्षत्रिय').glyphs.length < [...'क्षत्रिय'].length)
  const arabic = await set('ببب')
  const joined = arabic.faces.all.find(({ name }) => name === arabic.lines[0]?.runs[0]?.font)!
  assert.equal(new Set(joined.font.layout('ببب').glyphs.map(({ id }) => id)).size, 3)
})

test('shared characters are drawn as the reader’s language draws them', async () => {
  const fontOf = async (han: Han) => (await set('直', 10, han)).lines[0]?.runs[0]?.font.split(' ')[0]
  assert.equal(await fontOf('noto-sans-jp'), 'noto-sans-jp')
  assert.equal(await fontOf('noto-sans-sc'), 'noto-sans-sc')
  assert.equal(await fontOf('noto-sans-kr'), 'noto-sans-kr')
})

test('lines break between words, else within them, and never before a closing mark', async () => {
  assert.deepEqual(await seen('aaaa bbbb cccc', 6), ['aaaa bbbb', 'cccc'])
  assert.equal((await seen('w'.repeat(100), 6)).join(''), 'w'.repeat(100))
  const chinese = (await seen('检查费用。检查费用。', 4.5)).map((text) => text.replaceAll('|', ''))
  assert.ok(
    chinese.every((text) => !text.startsWith('。')),
    chinese.join('\n'),
  )
  assert.deepEqual(await seen('a\n\nb'), ['a', '', 'b'])
})

const blocks = [
  [0x20, 0x7e],
  [0x300, 0x36f],
  [0x590, 0x5ff],
  [0x600, 0x6ff],
  [0x900, 0x97f],
  [0x2000, 0x206f],
  [0x3040, 0x30ff],
  [0x4e00, 0x4e7f],
  [0xac00, 0xac7f],
  [0xe000, 0xe01f],
  [0xfb50, 0xfdff],
  [0xfff0, 0xffff],
  [0x1f600, 0x1f64f],
] as const
const fromBlock = fc
  .constantFrom(...blocks)
  .chain(([from, to]) => fc.array(fc.integer({ min: from, max: to }), { maxLength: 20 }))
  .map((codes) => String.fromCodePoint(...codes))

test('any text can be set in lines within the width', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(fromBlock, { maxLength: 4 }).map((parts) => parts.join('')),
      ),
      async (text) => {
        const { faces, lines } = await set(text, 30)
        for (const { runs, width } of lines) {
          assert.ok(width <= 30.1, `${width}: ${text}`)
          // The font must not fail on any run.
          for (const run of runs) faces.all.find(({ name }) => name === run.font)!.font.layout(run.text)
        }
      },
    ),
    { numRuns: cases(60), seed: 2026 },
  )
})

test('a sequence that fontkit fails on is drawn character by character', async () => {
  const { lines } = await set('٭٩ٶڝڦۭٔ؄؁')
  assert.ok((lines[0]?.runs.length ?? 0) > 3)
})
