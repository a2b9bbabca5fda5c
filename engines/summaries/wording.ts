import type { Span } from '#engines/language'
import type { Coverage, Quote } from './draft.ts'

/** Writes `12 sources`, or `500 of 12,000 sources` if some were left out. */
export const sourceCount = ({ read, total }: Coverage): string =>
  read < total ? `${formatCount(read)} of ${formatCount(total)} sources` : plural(read, 'source')

export const passageCount = ({ read, total }: Coverage): string =>
  read < total ? `${formatCount(read)} of ${formatCount(total)} passages` : plural(read, 'passage')

export const formatCount = (count: number): string => count.toLocaleString('en')

export const plural = (count: number, what: string): string =>
  `${formatCount(count)} ${count === 1 ? what : `${what}s`}`

/** Returns the most frequent of several forms of a word or phrase, or the shortest of them, capitalized; “kettle” for “kettle's”. */
export function mostFrequent(forms: Map<string, number>): string {
  const [first] = [...forms].sort(
    ([a, times], [b, otherTimes]) => otherTimes - times || a.length - b.length || (a < b ? -1 : 1),
  )
  return first![0].replace(/['’]s$/, '').replace(/^./u, (letter) => letter.toUpperCase())
}

export const speakerAndTitle = (speaker: string | null, title: string): string =>
  speaker ? `${speaker}, ${title}` : title

export const toQuote = ({
  source: { id, reading },
  quotation: { start, end, text },
}: {
  source: { id: string; reading: string }
  quotation: Span & { text: string }
}): Quote => ({ sourceId: id, reading, start, end, quote: text })
