import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Extracted } from '../../extracted.ts'
import { readFile } from '../../testing/files.ts'

const testing = join(import.meta.dirname, '..', '..', 'testing')
const folder = join(testing, 'transcripts')
/** Lists, logs, minutes, poems and the like. */
const others = join(testing, 'no-transcripts')
const marker = '.expected.json'
const names = readdirSync(folder)
  .filter((name) => name.endsWith(marker))
  .map((name) => name.slice(0, -marker.length))

type Turn = [speaker: string | null, startMs: number | null, text: string]

const expectedOf = (name: string): { turns: Turn[] } =>
  JSON.parse(readFileSync(join(folder, name + marker), 'utf8'))

const turnsOf = ({ text, segments }: Extracted): Turn[] =>
  segments
    .filter(({ kind }) => kind === 'turn')
    .map(({ speaker, startMs, start, end }) => [speaker, startMs, spaced(text.slice(start, end))])

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Returns how many of the turns have the right speaker, time and text. */
function rightOf(read: Turn[], expected: Turn[]): number {
  const left = read.map((turn) => JSON.stringify(turn))
  return expected.filter((turn) => {
    const at = left.indexOf(JSON.stringify([turn[0], turn[1], spaced(turn[2])]))
    if (at !== -1) left.splice(at, 1)
    return at !== -1
  }).length
}

test('98 % of the turns of exports have the right speaker and time', async () => {
  let [right, all] = [0, 0]
  for (const name of names) {
    const read = await readFile(name, readFileSync(join(folder, name)))
    const { turns } = expectedOf(name)
    assert.equal(read.kind, 'transcript', name)
    right += rightOf(turnsOf(read), turns)
    all += turns.length
  }
  console.log(`${names.length} exports: ${right} of ${all} turns are right`)
  assert.ok(right >= all * 0.98)
})

test('other files are no transcripts', async () => {
  for (const name of readdirSync(others)) {
    const { kind } = await readFile(name, readFileSync(join(others, name)))
    assert.notEqual(kind, 'transcript', name)
  }
})

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? []

describe('no word of an export is lost', () => {
  for (const name of names.filter((name) => /\.(?:txt|md)$/.test(name))) {
    test(name, async () => {
      const written = readFileSync(join(folder, name), 'utf8')
      const { text, segments } = await readFile(name, Buffer.from(written))
      const counts = (words: string[]) => Map.groupBy(words, (word) => word)
      const read = counts(wordsOf([text, ...segments.map(({ label }) => label ?? '')].join('\n')))
      const speakers = new Set(wordsOf(segments.map(({ speaker }) => speaker ?? '').join('\n')))
      for (const [word, places] of counts(wordsOf(written))) {
        const found = read.get(word)?.length ?? 0
        if (speakers.has(word)) assert.ok(found <= places.length, word)
        else assert.equal(found, places.length, word)
      }
    })
  }
})
