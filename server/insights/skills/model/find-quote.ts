import type { Passage } from '../analysis/choose-passages.ts'
import type { Quote } from '../grounding.ts'

const longest = 2000
const shortest = { words: 3, chars: 12 }

/**
 * Finds what a model quotes, in the passage that it names or else in another. White space may differ, and quotation
 * marks or an ellipsis around it are not meant; what is given is the slice of the text itself.
 * @returns null where it does not stand there, or is too little to show anything
 */
export function findQuote(quoted: string, passages: Passage[], named: number | undefined): Quote | null {
  const wanted = quoted
    .trim()
    .replace(/^(?:["“”„«»‘’']|\.{3}|…)+|(?:["“”„«»‘’']|\.{3}|…)+$/g, '')
    .trim()
  if (!wanted || wanted.length > longest) return null
  const first = named === undefined ? undefined : passages[named - 1]
  const inOrder = first ? [first, ...passages.filter((passage) => passage !== first)] : passages
  // Built of escaped words, so that it is searched in one go whatever is quoted.
  const pattern = new RegExp(wanted.split(/\s+/).map(RegExp.escape).join('\\s+'))
  for (const { sourceId, reading, start, text } of inOrder) {
    const match = pattern.exec(text)
    if (!match) continue
    const [quote] = match
    if (saysLittle(quote) && quote !== text.trim()) return null
    return { sourceId, reading, start: start + match.index, end: start + match.index + quote.length, quote }
  }
  return null
}

const saysLittle = (quote: string): boolean =>
  quote.split(/\s+/).length < shortest.words &&
  quote.length < shortest.chars &&
  !/\p{scx=Han}{4}|\p{scx=Thai}{6}/u.test(quote)
