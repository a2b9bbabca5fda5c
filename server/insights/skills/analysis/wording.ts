import type { Quote, Told } from '../grounding.ts'

/** `12 sources`, or `500 of 12,000 sources` where some were left out. */
export const sourcesSaid = ({ read, total }: Told): string =>
  read < total ? `${counted(read)} of ${counted(total)} sources` : amount(read, 'source')

export const counted = (count: number): string => count.toLocaleString('en')

export const amount = (count: number, what: string): string =>
  `${counted(count)} ${count === 1 ? what : `${what}s`}`

export const speakerAndTitle = (speaker: string | null, title: string): string =>
  speaker ? `${speaker}, ${title}` : title

export const toQuote = ({
  source,
  sentence,
}: {
  source: { id: string; reading: string }
  sentence: { start: number; end: number; text: string }
}): Quote => ({
  sourceId: source.id,
  reading: source.reading,
  start: sentence.start,
  end: sentence.end,
  quote: sentence.text,
})
