// A reference implementation of matching, as simple as possible and slow.

import { stemOf } from '../../language/lexicon/stem.ts'
import { type Word, wordsIn } from '../../language/testing/words-by-expression.ts'
import { fold } from '../../language/words.ts'
import type { Definition, Found, ScannedPart } from '../definition.ts'
import { parseQuery, type Query, type Term } from '../query.ts'
import { comparable } from '../scope.ts'

type Range = [start: number, end: number]
type Requirement = { word: string; match: 'exact' | 'stem' | 'prefix' }
/** A text in a single part. */
export interface WholeText extends Pick<ScannedPart, 'text' | 'segments'> {
  language: string | null
}

/** Words of a passage, from the first to the last. */
type Span = [first: number, last: number]

/** Returns all mentions of one tracker in a text. */
export function mentionsOf(definition: Definition, text: WholeText): Found[] {
  const found: (Found & { order: number })[] = []
  for (const passage of passagesOf(text)) {
    found.push(...inPassage(definition, text, passage))
  }
  return found
    .sort((one, other) => one.start - other.start || one.end - other.end || one.order - other.order)
    .filter((one, n) => {
      const before = found[n - 1]
      const isSamePlace = before && before.start === one.start && before.end === one.end
      return !isSamePlace || one.order === Infinity
    })
    .slice(0, 10_000)
    .map(({ order: _, ...mention }) => mention)
}

function inPassage(definition: Definition, text: WholeText, { start, end, isSegment, speaker }: PassageOf) {
  const words = wordsIn(text.text, start, end)
  const language = definition.language ?? text.language
  const spansOf = (requirements: Requirement[]) => occurrences(words, requirements, language)
  const asPhrase = ({ text, match }: Definition['phrases'][number]) =>
    spansOf(wordsIn(text).map((word) => ({ word: word.text, match })))
  const rangeOf = ([first, last]: Span): Range => [words[first]!.start, words[last]!.end]

  const { speakers } = definition.scope
  if (speakers && !speakers.some((name) => speaker !== null && comparable(name) === comparable(speaker)))
    return []
  if (isSegment && definition.exclude.some((phrase) => asPhrase(phrase).length > 0)) return []
  const found: (Found & { order: number })[] = definition.phrases.flatMap((phrase, order) =>
    withoutOverlaps(asPhrase(phrase)).map((span) => {
      const [start, end] = rangeOf(span)
      return { rule: phrase.text, start, end, highlights: [[start, end] as Range], part: 1, order }
    }),
  )
  if (isSegment && definition.query !== null) {
    const query = parseQuery(definition.query)
    const reasons = reasonsOf(query, true, spansOf)
    if (reasons !== null) {
      const highlights = merged(reasons.map(rangeOf))
      found.push({
        rule: 'query',
        start: highlights[0]![0],
        end: highlights.at(-1)![1],
        highlights: highlights.slice(0, 100),
        part: 1,
        order: Infinity,
      })
    }
  }
  return found
}

type PassageOf = { start: number; end: number; isSegment: boolean; speaker: string | null }

function passagesOf({ text, segments }: WholeText): PassageOf[] {
  const gapsBefore = [...segments, { start: text.length, end: text.length }].map(({ start }, n) => ({
    start: segments[n - 1]?.end ?? 0,
    end: start,
    isSegment: false,
    speaker: null,
  }))
  return [
    ...gapsBefore,
    ...segments.map(({ speaker = null, ...segment }) => ({ ...segment, speaker, isSegment: true })),
  ]
}

function occurrences(words: Word[], requirements: Requirement[], language: string | null): Span[] {
  if (requirements.length === 0) return []
  return words.flatMap((_, first): Span[] => {
    const holds = requirements.every((requirement, n) => {
      const word = words[first + n]
      return word !== undefined && satisfies(word.text, requirement, language)
    })
    return holds ? [[first, first + requirements.length - 1]] : []
  })
}

function satisfies(written: string, { word, match }: Requirement, language: string | null): boolean {
  if (match === 'stem') return stemOf(written, language) === stemOf(word, language)
  return match === 'exact' ? fold(written) === fold(word) : fold(written).startsWith(fold(word))
}

function withoutOverlaps(spans: Span[]): Span[] {
  const kept: Span[] = []
  for (const span of spans) if (span[0] > (kept.at(-1)?.[1] ?? -1)) kept.push(span)
  return kept
}

/** The spans that make a query true or false, as wanted; null if it is not. */
function reasonsOf(
  query: Query,
  wanted: boolean,
  spansOf: (requirements: Requirement[]) => Span[],
): Span[] | null {
  const ofTerm = ({ words, match }: Term) =>
    spansOf(words.map(({ text, isPrefix }) => ({ word: text, match: isPrefix ? 'prefix' : match })))
  switch (query.kind) {
    case 'term':
      return asWanted(ofTerm(query), wanted)
    case 'near': {
      const rights = query.right.flatMap(ofTerm)
      const near = query.left
        .flatMap(ofTerm)
        .flatMap((one) =>
          rights.filter((other) => isNear(one, other, query.within)).flatMap((other) => [one, other]),
        )
      return asWanted(near, wanted)
    }
    case 'not':
      return reasonsOf(query.part, !wanted, spansOf)
    default: {
      const parts = query.parts.map((part) => reasonsOf(part, wanted, spansOf))
      const needsAll = (query.kind === 'and') === wanted
      const holds = needsAll ? !parts.includes(null) : parts.some((part) => part !== null)
      return holds ? parts.flatMap((part) => part ?? []) : null
    }
  }
}

function asWanted(spans: Span[], wanted: boolean): Span[] | null {
  if (wanted) return spans.length > 0 ? spans : null
  return spans.length > 0 ? null : []
}

function isNear(one: Span, other: Span, within: number): boolean {
  const distance = Math.max(one[0] - other[1], other[0] - one[1])
  return distance >= 1 && distance <= within
}

function merged(ranges: Range[]): Range[] {
  const covered = new Set(
    ranges.flatMap(([start, end]) => Array.from({ length: end - start }, (_, n) => start + n)),
  )
  const found: Range[] = []
  for (const at of [...covered].sort((one, other) => one - other)) {
    if (found.at(-1)?.[1] === at) found.at(-1)![1]++
    else found.push([at, at + 1])
  }
  return found
}
