import { createRequire } from 'node:module'
import type { stemmer as Ukrainian } from '@orama/stemmers/ukrainian'
import { isLanguage, type Language, languages } from '#rules/languages'
import { fold, visible } from './words.ts'

/** Longer ones are not words of a language. */
const longest = 64
/** More words make a text of 20 MB no faster, but take memory. */
const mostKnown = 20_000

const known = new Map<string, string>()
let stemmers: ReturnType<typeof load> | undefined

/**
 * Returns the folded stem of a word, or the folded word if its language has no stems.
 * @param word as written
 * @param language ISO 639-1
 */
export function stemOf(word: string, language: string | null): string {
  const folded = fold(word)
  if (folded.length > longest) return folded
  const plain = folded.replace(/\p{Emoji_Modifier}/gu, '') || folded
  stemmers ??= load()
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

type Stemmers = { [Code in Language]?: (word: string) => string }

/** Loads Snowball 3.1, which has no Ukrainian, on first use: it takes 15 MB, which the process that reads files does without. */
function load(): Stemmers {
  const require = createRequire(import.meta.url)
  const snowball: typeof import('multilingual-stemmer') = require('multilingual-stemmer')
  const { stemmer }: { stemmer: typeof Ukrainian } = require('@orama/stemmers/ukrainian')
  return {
    ar: snowball.arabic,
    cs: snowball.czech,
    da: snowball.danish,
    de: snowball.german,
    el: snowball.greek,
    en: snowball.english,
    es: snowball.spanish,
    fi: snowball.finnish,
    fr: snowball.french,
    hu: snowball.hungarian,
    it: snowball.italian,
    nl: snowball.dutch,
    no: snowball.norwegian,
    pl: snowball.polish,
    pt: snowball.portuguese,
    ro: snowball.romanian,
    ru: snowball.russian,
    sv: snowball.swedish,
    // In Turkish, I and ı are another letter than İ and i. Endings of names follow an apostrophe.
    tr: (word) => fold(snowball.turkish(visible(word).toLocaleLowerCase('tr').replaceAll('\u2019', "'"))),
    uk: (word) => {
      // Its regular expressions remember the last word; one without a suffix makes them forget it.
      stemmer('баба')
      return stemmer(word)
    },
  } satisfies Record<Stemmed, (word: string) => string>
}
