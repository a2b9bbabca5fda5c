import { listed } from '#engines/language'
import { wordsIn } from '#engines/language/lexicon'
import type { Sentence } from './report.ts'

/**
 * Returns whether a sentence visibly contradicts its quotations, before a model is asked: it has a number that they do
 * not have, or it is one of them with a negation added or removed. Numbers below ten are mostly written as words and
 * count things, so only the model checks them.
 */
export const contradicts = (sentence: Sentence): boolean => addsNumber(sentence) || negatesQuote(sentence)

function addsNumber({ text, quotes }: Sentence): boolean {
  const known = new Set(quotes.flatMap(({ quote }) => numbersIn(quote)))
  return numbersIn(text).some((number) => number.length > 1 && !known.has(number))
}

/** Numbers as digits, without separators of thousands and decimals: `1,971`, `1.971` and `１９７１` are the same. */
const numbersIn = (text: string): string[] =>
  Array.from(text.normalize('NFKC').matchAll(/\p{Nd}+(?:[.,'’\u00a0\u202f]\p{Nd}+)*/gu), ([number]) =>
    Array.from(number, digitOf).join(''),
  )

/** Digits of a script are ten in a row, and the row begins at its zero. */
function digitOf(character: string): string {
  if (!/\p{Nd}/u.test(character)) return ''
  let zero = character.codePointAt(0)!
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && character.codePointAt(0)! - zero < 9) zero--
  return String(character.codePointAt(0)! - zero)
}

function negatesQuote({ text, quotes }: Sentence): boolean {
  const claim = wordsOf(text)
  return quotes.some(({ quote }) => {
    const quoted = wordsOf(quote)
    return claim.isNegated !== quoted.isNegated && areNearlyEqual(claim.others, quoted.others)
  })
}

/** In one of the languages, a word that turns a statement around. */
const negations = listed('negations')

function wordsOf(text: string) {
  const spelled = text.normalize('NFKC').replace(/(?<!\p{L})n['’](?=\p{L})/giu, 'ne ')
  const words = wordsIn(spelled).flatMap(({ text }) => text.replace(/n't$/, ' not').split(' '))
  const others = new Set(words.filter((word) => word && !negations.has(word)))
  return { others, isNegated: words.some((word) => negations.has(word)) }
}

/** Whether two sentences have all words but one in common; of fewer than three words, too little is known. */
function areNearlyEqual(one: Set<string>, other: Set<string>): boolean {
  const common = [...one].filter((word) => other.has(word)).length
  return common >= 3 && common >= Math.max(one.size, other.size) - 1
}
