import type { Origin, Quote } from '#engines/summaries'
import type { Passage } from './read-passages.ts'

/** A quotation that a model chose, with who said it and when: the model sees it again. */
export interface AttributedQuote extends Quote, Origin {}

const longest = 2000
const shortest = { words: 3, chars: 12 }

/**
 * Finds a model's quotation in the passage that it names, or else in another. Ignores white space, and quotation marks
 * or ellipses around it; the result is the exact text.
 * @returns null if it is not found, or too short to prove anything
 */
export function findQuote(quoted: string, passages: Passage[], named: number): AttributedQuote | null {
  if (quoted.length > 2 * longest) return null
  const wanted = quoted
    .trim()
    .replace(/^(?:["“”„«»‘’']|\.{3}|…)+|(?:["“”„«»‘’']|\.{3}|…)+$/g, '')
    .trim()
  if (!wanted || wanted.length > longest) return null
  const first = passages[named - 1]
  const inOrder = first ? [first, ...passages.filter((passage) => passage !== first)] : passages
  const pattern = new RegExp(wanted.split(/\s+/).map(RegExp.escape).join('\\s+'))
  for (const { sourceId, reading, start, text, title: _, ...origin } of inOrder) {
    const match = pattern.exec(text)
    if (!match) continue
    const [quote] = match
    if (saysLittle(quote) && quote !== text.trim()) return null
    const place = { start: start + match.index, end: start + match.index + quote.length }
    return { sourceId, reading, ...place, quote, ...origin }
  }
  return null
}

const saysLittle = (quote: string): boolean =>
  quote.split(/\s+/).length < shortest.words &&
  quote.length < shortest.chars &&
  !/\p{scx=Han}{4}|\p{scx=Thai}{6}/u.test(quote)
