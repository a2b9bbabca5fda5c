import type { SearchHit } from '#contract'
import type { Language } from '#languages'
import { areFields } from '#row-fields'
import { snippetOf } from '../../matching/snippet.ts'
import type { FoundPassage } from './find-passages.ts'
import type { Passage } from './passages.ts'
import type { Search } from './searches.ts'
import { satisfies, type Wanted, wantedBy } from './terms.ts'
import { speakerWord, type Word, wordsIn } from './words.ts'

type Shown = Pick<SearchHit, 'start' | 'end' | 'snippet' | 'highlights' | 'speaker' | 'startMs'>

/** A snippet shows words that are within this many UTF-16 units. */
const near = 160

interface Part extends Pick<Passage['segments'][number], 'start' | 'end' | 'speaker' | 'startMs'> {
  /** Whether it is a row of a table. */
  isRow: boolean
}

/**
 * Returns what a search hit shows of a passage: the part with the most searched words, in its text or its speaker's name.
 * @param by the speaker of the part; anyone by default
 * @returns null if this speaker has said none of the words
 */
export function show(
  { text, start, segments, language }: FoundPassage,
  searches: Search[],
  by: string | undefined,
): Shown | null {
  const searched = searches.find((search) => search.language === language)?.terms ?? []
  const terms = searched.filter(({ without }) => !without).map((term) => wantedBy(term, language))
  const found = matchesIn(text, language, terms)
  const parts = partsOf(start, text, segments)
  const [best] = parts
    .filter(
      ({ speaker }) => by === undefined || (speaker !== null && speakerWord(speaker) === speakerWord(by)),
    )
    .map((part) => {
      const { words } = densest(found.filter((word) => word.start >= part.start && word.end <= part.end))
      const all = [...words, ...matchesIn(part.speaker ?? '', language, terms)]
      return { part, words, different: differentIn(all) }
    })
    .sort((a, b) => b.different - a.different || b.words.length - a.words.length)
  if (!best || (by !== undefined && best.different === 0)) return null
  const { part, words } = best
  const [first, last] = [words[0] ?? { start: part.start, end: part.start }, words.at(-1)]
  return {
    start: start + part.start,
    end: start + part.end,
    ...snippetOf(
      text,
      part,
      { start: first.start, end: last?.end ?? first.end, highlights: rangesOf(found) },
      part.isRow,
    ),
    speaker: part.speaker,
    startMs: part.startMs,
  }
}

/** Divides a passage by speaker and time, and into rows; offsets into the passage. */
function partsOf(from: number, text: string, segments: FoundPassage['segments']): Part[] {
  const parts: Part[] = []
  for (const [segmentStart, segmentEnd, speaker, startMs] of segments) {
    const [start, end] = [Math.max(segmentStart - from, 0), Math.min(segmentEnd - from, text.length)]
    const isRow = areFields(text.slice(start, end))
    const before = parts.at(-1)
    const continues = before?.speaker === speaker && before.startMs === startMs && !before.isRow && !isRow
    if (continues) before.end = end
    else parts.push({ start, end, speaker, startMs, isRow })
  }
  return parts
}

/** Finds the words that satisfy a term together: all its words, one directly after the other. */
function matchesIn(text: string, language: Language | null, terms: Wanted[][]): Word[] {
  const words = [...wordsIn(text, language)]
  const found = new Set<Word>()
  for (const term of terms) {
    for (let n = 0; n + term.length <= words.length; n++) {
      if (term.every((wanted, index) => satisfies(words[n + index]!, wanted)))
        for (let index = 0; index < term.length; index++) found.add(words[n + index]!)
    }
  }
  return words.filter((word) => found.has(word))
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

const differentIn = (words: Word[]): number => new Set(words.map(({ entries }) => entries[0])).size

/** Returns the nearby words of which most are different; then the most words, then the first. */
function densest(words: Word[]): { words: Word[] } {
  let best = { words: [] as Word[], different: 0 }
  for (let from = 0, to = 0; from < words.length; from++) {
    while (to < words.length && words[to]!.end - words[from]!.start <= near) to++
    const close = words.slice(from, Math.max(to, from + 1))
    const different = differentIn(close)
    if (different > best.different || (different === best.different && close.length > best.words.length))
      best = { words: close, different }
  }
  return best
}
