import { stemmer as ukrainianUnset } from '@orama/stemmers/ukrainian'
import {
  arabic,
  czech,
  danish,
  dutch,
  english,
  finnish,
  french,
  german,
  greek,
  hungarian,
  italian,
  norwegian,
  polish,
  portuguese,
  romanian,
  russian,
  spanish,
  swedish,
  turkish,
} from 'multilingual-stemmer'
import { isLanguage, type Language, languages } from '#rules/languages'
import { fold, visible } from '../words.ts'

/** Longer ones are not words of a language. */
const longest = 64
/** More words make a text of 20 MB no faster, but take memory. */
const mostKnown = 20_000

const known = new Map<string, string>()

/**
 * Returns the folded stem of a word, or the folded word if its language has no stems.
 * @param word as written
 * @param language ISO 639-1
 */
export function stemOf(word: string, language: string | null): string {
  const folded = fold(word)
  if (folded.length > longest) return folded
  const plain = folded.replace(/\p{Emoji_Modifier}/gu, '') || folded
  const stemmer = isLanguage(language) && stemmers[language]
  if (!stemmer || /[^\p{L}\p{M}']/u.test(plain)) return plain
  const key = `${language} ${language === 'tr' ? word : plain}`
  let stem = known.get(key)
  if (stem === undefined) {
    // An empty stem would make unrelated words equal.
    stem = stemmer(language === 'tr' ? word : plain) || plain
    if (known.size >= mostKnown) known.clear()
    known.set(key, stem)
  }
  return stem
}

/** Returns whether the forms of a word are the words that begin with it. */
export const hasBeginnings = (language: string | null): boolean =>
  isLanguage(language) && languages[language] === 'beginnings'

type Stemmed = { [Code in Language]: (typeof languages)[Code] extends 'stems' ? Code : never }[Language]

/** Snowball 3.1, which has no Ukrainian. */
const stemmers: { [Code in Language]?: (word: string) => string } = {
  ar: arabic,
  cs: czech,
  da: danish,
  de: german,
  el: greek,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  it: italian,
  nl: dutch,
  no: norwegian,
  pl: polish,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  // In Turkish, I and ı are another letter than İ and i. Endings of names follow an apostrophe.
  tr: (word) => fold(turkish(visible(word).toLocaleLowerCase('tr').replaceAll('\u2019', "'"))),
  uk: ukrainian,
} satisfies Record<Stemmed, (word: string) => string>

/** Its regular expressions remember the last word; one without a suffix makes them forget it. */
function ukrainian(word: string): string {
  ukrainianUnset('баба')
  return ukrainianUnset(word)
}
