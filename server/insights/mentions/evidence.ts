import type { FoundMention, Segment } from '#contract'
import type { Found } from '../matching/index.ts'
import { snippetOf } from '../matching/snippet.ts'

/** What a mention shows of its source's text. */
export type Evidence = Pick<
  FoundMention,
  'rule' | 'text' | 'start' | 'end' | 'snippet' | 'highlights' | 'speaker' | 'startMs'
>

/** The longest mention, in UTF-16 units: the words that satisfy a query can be at both ends of a long passage. */
const longest = 2_000

/** Returns the mentions to store: each place once per rule. A mention that is too long ends with the last word that fits. */
export function storable(text: string, found: Iterable<Found>): Found[] {
  const kept = new Map<string, Found>()
  for (const one of found) {
    const mention = one.end - one.start > longest ? shortened(text, one) : one
    const place = `${mention.start} ${mention.end} ${mention.rule}`
    if (!kept.has(place)) kept.set(place, mention)
  }
  return [...kept.values()]
}

function shortened(text: string, found: Found): Found {
  const highlights = found.highlights.filter(([, end]) => end - found.start <= longest)
  const last = highlights.at(-1)
  if (last) return { ...found, end: last[1], highlights }
  // A single word of that length.
  let end = found.start
  for (const { index, segment } of new Intl.Segmenter().segment(
    text.slice(found.start, found.start + longest + 2),
  )) {
    if (index + segment.length > longest) break
    end = found.start + index + segment.length
  }
  if (end === found.start) end += /[\udc00-\udfff]/.test(text[end + longest] ?? '') ? longest - 1 : longest
  return { ...found, end, highlights: [[found.start, end]] }
}

/** Returns what to store and show of a mention. */
export function evidenceOf(text: string, segments: Segment[], found: Found): Evidence {
  const segment = found.segment === null ? undefined : segments[found.segment]
  return {
    rule: found.rule,
    text: text.slice(found.start, found.end),
    start: found.start,
    end: found.end,
    ...snippetOf(text, segment ?? { start: 0, end: text.length }, found),
    speaker: segment?.speaker ?? null,
    startMs: segment?.startMs ?? null,
  }
}
