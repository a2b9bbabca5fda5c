import type { FoundMention } from '#contract'
import type { Reader } from '#database'
import type { TextPart } from '#engines/language'
import type { Found, FoundList } from '#engines/matching'
import { snippetOf } from '#engines/matching'
import { type PartKey, readParts } from '../library/texts.ts'
import { PartSentiment } from './part-sentiment.ts'
import { rangeAt } from './range-at.ts'

/** What a mention shows of its source's text. */
export type Evidence = Pick<
  FoundMention,
  'rule' | 'text' | 'start' | 'end' | 'snippet' | 'highlights' | 'speaker' | 'startMs' | 'sentiment'
>

/** A text, and what trackers find in it. */
export interface MatchedText {
  sourceId: string
  /** The version of the text. */
  reading: string
  /** Its language (ISO 639-1). */
  language: string | null
  /** What was found, by the id of the tracker. */
  found: Map<string, FoundList>
}

/** Reads the parts of texts in which these trackers find something, and returns the mentions to store in each. */
export async function* storableIn(reader: Reader, texts: MatchedText[], trackerIds: string[]) {
  const byPart = new Map<
    string,
    { key: PartKey; language: string | null; found: [trackerId: string, Found][] }
  >()
  for (const { sourceId, reading, language, found } of texts) {
    for (const trackerId of trackerIds) {
      for (const one of found.get(trackerId) ?? []) {
        const place = `${sourceId} ${one.part}`
        const key = { sourceId, reading, number: one.part }
        const known = byPart.get(place) ?? { key, language, found: [] }
        byPart.set(place, known)
        known.found.push([trackerId, one])
      }
    }
  }
  const keys = Array.from(byPart.values(), ({ key }) => key)
  for await (const { sourceId, ...part } of readParts(reader, keys)) {
    const { found, language } = byPart.get(`${sourceId} ${part.number}`)!
    const sentiment = new PartSentiment(part, language)
    for (const [trackerId, list] of Map.groupBy(found, ([trackerId]) => trackerId))
      for (const one of storable(
        part,
        list.map(([, one]) => one),
      ))
        yield { sourceId, trackerId, part, sentiment, found: one }
  }
}

/** The longest mention, in UTF-16 units: the words that satisfy a query can be at both ends of a long passage. */
const longest = 2_000

/** Returns the mentions to store: each place once per rule. A mention that is too long ends with the last word that fits. */
export function storable({ text, start }: Omit<TextPart, 'number'>, found: Iterable<Found>): Found[] {
  const kept = new Map<string, Found>()
  for (const one of found) {
    const mention = one.end - one.start > longest ? shortened(text.slice(one.start - start), one) : one
    const place = `${mention.start} ${mention.end} ${mention.rule}`
    if (!kept.has(place)) kept.set(place, mention)
  }
  return [...kept.values()]
}

/** @param text from the mention on */
function shortened(text: string, found: Found): Found {
  const highlights = found.highlights.filter(([, end]) => end - found.start <= longest)
  const last = highlights.at(-1)
  if (last) return { ...found, end: last[1], highlights }
  // A single word of that length.
  let end = found.start
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, longest + 2))) {
    if (index + segment.length > longest) break
    end = found.start + index + segment.length
  }
  if (end === found.start) end += /[\udc00-\udfff]/.test(text[longest] ?? '') ? longest - 1 : longest
  return { ...found, end, highlights: [[found.start, end]] }
}

/** Returns what to store and show of a mention. */
export function evidenceOf(
  { text, start, segments }: Omit<TextPart, 'number'>,
  found: Found,
  sentiment: PartSentiment,
): Evidence {
  const segment = rangeAt(segments, found.start)
  const within = segment ?? { start, end: start + text.length }
  const here = (place: number) => place - start
  return {
    rule: found.rule,
    text: text.slice(here(found.start), here(found.end)),
    start: found.start,
    end: found.end,
    ...snippetOf(
      text,
      { start: here(within.start), end: here(within.end) },
      {
        start: here(found.start),
        end: here(found.end),
        highlights: found.highlights.map(([from, to]) => [here(from), here(to)]),
      },
      segment?.kind === 'row',
    ),
    speaker: segment?.speaker ?? null,
    startMs: segment?.startMs ?? null,
    sentiment: segment ? sentiment.of(segment, found.highlights) : null,
  }
}
