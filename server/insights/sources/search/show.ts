import type { SearchHit } from '#contract'
import { snippetOf } from '#engines/matching'
import type { Language } from '#rules/languages'
import { areFields } from '#rules/row-fields'
import type { FoundPassage } from './find-passages.ts'
import type { Passage } from './passages.ts'
import { type Alternative, type Phrase, type Search, satisfies, type Wanted } from './searches.ts'
import { speakerWord, type Word, wordsIn } from './words.ts'

export type Shown = Pick<
  SearchHit,
  'start' | 'end' | 'snippet' | 'highlights' | 'missing' | 'speaker' | 'startMs'
>

/** A snippet shows words that are within this many UTF-16 units. */
const near = 160

interface Part extends Pick<Passage['segments'][number], 'start' | 'end' | 'speaker' | 'startMs'> {
  /** Whether it is a row of a table. */
  isRow: boolean
}

/**
 * Returns what a search hit shows of a passage: the part that lacks the fewest searched words, in its text or its speaker's
 * name.
 * @param by the speaker of the part; anyone by default
 * @returns null if this speaker has said none of the words, or not those in quotation marks
 */
export function show(
  { text, start, segments, language }: FoundPassage,
  searches: Search[],
  by: string | undefined,
): Shown | null {
  const alternatives = searches.find((search) => search.language === language)?.alternatives ?? []
  const phrases = alternatives.flatMap(({ required, wanted }) => [...required, ...wanted])
  const found = placesOf(phrases, text, language)
  const matches = wordsOf([...found.values()].flat())
  const [best] = partsOf(start, text, segments)
    .filter(
      ({ speaker }) => by === undefined || (speaker !== null && speakerWord(speaker) === speakerWord(by)),
    )
    .map((part) => {
      const named = placesOf(phrases, part.speaker ?? '', language)
      const has = (phrase: Phrase) =>
        named.get(phrase)!.length > 0 || found.get(phrase)!.some((place) => isWithin(place, part))
      const { words } = densest(matches.filter((word) => isWithin([word], part)))
      const different = differentIn([...words, ...wordsOf([...named.values()].flat())])
      return { part, words, different, ...lackedBy(has, alternatives) }
    })
    .filter(({ isAllowed, different }) => by === undefined || (isAllowed && different > 0))
    .sort(
      (a, b) =>
        Number(b.isAllowed) - Number(a.isAllowed) ||
        a.missing.length - b.missing.length ||
        b.different - a.different ||
        b.words.length - a.words.length,
    )
  if (!best) return null
  const { part, words, missing } = best
  const [first, last] = [words[0] ?? { start: part.start, end: part.start }, words.at(-1)]
  return {
    start: start + part.start,
    end: start + part.end,
    ...snippetOf(
      text,
      part,
      { start: first.start, end: last?.end ?? first.end, highlights: rangesOf(matches) },
      part.isRow,
    ),
    missing,
    speaker: part.speaker,
    startMs: part.startMs,
  }
}

/**
 * Returns the terms that are missing in the alternative of which the fewest are, but not all, and whether it has all required
 * ones.
 */
function lackedBy(has: (phrase: Phrase) => boolean, alternatives: Alternative[]) {
  const textsOf = (phrases: Phrase[]) => phrases.filter((phrase) => !has(phrase)).map(({ text }) => text)
  const [best] = alternatives
    .map(({ required, wanted }) => {
      const [unmet, lacked] = [textsOf(required), textsOf(wanted)]
      const isAll = unmet.length + lacked.length === required.length + wanted.length
      return { unmet, lacked, isAll }
    })
    .sort(
      (a, b) =>
        a.unmet.length - b.unmet.length ||
        Number(a.isAll) - Number(b.isAll) ||
        a.lacked.length - b.lacked.length,
    )
  if (!best) return { isAllowed: true, missing: [] }
  return { isAllowed: best.unmet.length === 0, missing: [...new Set([...best.unmet, ...best.lacked])] }
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

/** Finds where each term is: all its words, one directly after the other. */
function placesOf(phrases: Phrase[], text: string, language: Language | null): Map<Phrase, Word[][]> {
  const words = [...wordsIn(text, language)]
  return new Map(
    phrases.map((phrase) => [
      phrase,
      words.flatMap((_, n) => {
        const isWord = (wanted: Wanted, index: number) => {
          const word = words[n + index]
          return word !== undefined && satisfies(word, wanted)
        }
        return phrase.words.every(isWord) ? [words.slice(n, n + phrase.words.length)] : []
      }),
    ]),
  )
}

/** Returns the words of places, in their order. */
const wordsOf = (places: Word[][]): Word[] => [...new Set(places.flat())].sort((a, b) => a.start - b.start)

const isWithin = (place: Word[], { start, end }: Part): boolean =>
  place[0]!.start >= start && place.at(-1)!.end <= end

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
