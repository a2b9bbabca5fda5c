import type { SearchHit } from '#contract'
import { snippetOf } from '../../matching/snippet.ts'
import type { FoundPassage } from './find-passages.ts'
import type { Passage } from './passages.ts'
import type { Term } from './terms.ts'
import { indexedWords, type Word, wordsIn } from './words.ts'

type Shown = Pick<SearchHit, 'start' | 'end' | 'snippet' | 'highlights' | 'speaker' | 'startMs'>

/** A snippet shows words that are within this many UTF-16 units. */
const near = 160

type Part = Passage['segments'][number]

/**
 * Returns what a search hit shows of a passage: the part with the most searched words, in its text or its speaker's name.
 * @param matching the words that are forms of a searched word
 */
export function show({ text, start, segments }: FoundPassage, terms: Term[], matching: Set<string>): Shown {
  const found = matchesIn(text, terms, matching)
  const parts = partsOf(start, text.length, segments)
  const [best] = parts
    .map((part) => {
      const { words } = densest(found.filter((word) => word.start >= part.start && word.end <= part.end))
      const named = indexedWords(part.speaker ?? '').filter((word) => matching.has(word))
      return { part, words, different: new Set([...words.map(({ indexed }) => indexed), ...named]).size }
    })
    .sort((a, b) => b.different - a.different || b.words.length - a.words.length)
  if (!best) throw new Error('A passage has a part')
  const { part, words } = best
  const [first, last] = [words[0] ?? { start: part.start, end: part.start }, words.at(-1)]
  return {
    start: start + part.start,
    end: start + part.end,
    ...snippetOf(text, part, {
      start: first.start,
      end: last?.end ?? first.end,
      highlights: rangesOf(found),
    }),
    speaker: part.speaker,
    startMs: part.startMs,
  }
}

/** Divides a passage by speaker and time; offsets into the passage. */
function partsOf(from: number, length: number, segments: FoundPassage['segments']): Part[] {
  const parts: Part[] = []
  for (const [start, end, speaker, startMs] of segments) {
    const part = { start: Math.max(start - from, 0), end: Math.min(end - from, length), speaker, startMs }
    const before = parts.at(-1)
    if (before && before.speaker === speaker && before.startMs === startMs) before.end = part.end
    else parts.push(part)
  }
  return parts
}

/** Finds the matching words. In scripts without spaces, words searched together must be together. */
function matchesIn(text: string, terms: Term[], matching: Set<string>): Word[] {
  const words = [...wordsIn(text)]
  const together = terms.filter(
    (term) => !term.without && term.words.length > 1 && term.words.some(isUnspaced),
  )
  const inRun = new Set<Word>()
  for (const term of together) {
    for (let n = 0; n + term.words.length <= words.length; n++) {
      if (term.words.every((word, index) => words[n + index]?.indexed === word))
        for (let index = 0; index < term.words.length; index++) inRun.add(words[n + index]!)
    }
  }
  const alone = new Set(terms.flatMap((term) => (term.words.length === 1 ? term.words : [])))
  return words.filter(
    (word) =>
      inRun.has(word) ||
      (matching.has(word.indexed) && (!isUnspaced(word.indexed) || alone.has(word.indexed))),
  )
}

/** Joins words with nothing between them. */
function rangesOf(words: Word[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const { start, end } of words) {
    const last = ranges.at(-1)
    if (last?.[1] === start) last[1] = end
    else ranges.push([start, end])
  }
  return ranges
}

const isUnspaced = (word: string): boolean =>
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u.test(
    word,
  )

/** Returns the nearby words of which most are different; then the most words, then the first. */
function densest(words: Word[]): { words: Word[] } {
  let best = { words: [] as Word[], different: 0 }
  for (let from = 0, to = 0; from < words.length; from++) {
    while (to < words.length && words[to]!.end - words[from]!.start <= near) to++
    const close = words.slice(from, Math.max(to, from + 1))
    const different = new Set(close.map(({ indexed }) => indexed)).size
    if (different > best.different || (different === best.different && close.length > best.words.length))
      best = { words: close, different }
  }
  return best
}
