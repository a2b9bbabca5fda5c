import { newStemmer } from 'snowball-stemmers'
import { type Language, languages } from '#contract'
import { fold, visible } from './words.ts'

/** Longer ones are no words of a language. */
const longest = 64
const mostKnown = 200_000

const stemmers = new Map<Language, (word: string) => string>()
const known = new Map<string, string>()

/**
 * What all forms of a word have in common, folded; the word itself where the forms of its language are not known.
 * @param word as it is written
 * @param language ISO 639-1
 */
export function stemOf(word: string, language: string | null): string {
  const folded = fold(word)
  if (folded.length > longest) return folded
  const plain = folded.replace(/\p{Emoji_Modifier}/gu, '') || folded
  if (!isKnown(language) || /[^\p{L}\p{M}']/u.test(plain)) return plain
  const key = `${language} ${language === 'tr' ? word : plain}`
  let stem = known.get(key)
  if (stem === undefined) {
    // An empty stem would make words equal that have nothing in common.
    stem = stemmerFor(language)(language === 'tr' ? word : plain) || plain
    if (known.size >= mostKnown) known.clear()
    known.set(key, stem)
  }
  return stem
}

function isKnown(language: string | null): language is Language {
  return language !== null && Object.hasOwn(languages, language)
}

function stemmerFor(language: Language): (word: string) => string {
  let stemmer = stemmers.get(language)
  if (!stemmer) {
    stemmer = createStemmer(language)
    stemmers.set(language, stemmer)
  }
  return stemmer
}

function createStemmer(language: Language): (word: string) => string {
  // Which Snowball's library does not have.
  if (language === 'el') return greekStem
  const snowball = newStemmer(languages[language])
  // Snowball knows the older letters, with a cedilla, that stand for these.
  if (language === 'ro')
    return (word) =>
      snowball.stem(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ')).replaceAll('ş', 'ș').replaceAll('ţ', 'ț')
  // I and ı are a letter apart from İ and i, which tells which endings fit; endings of names follow an apostrophe.
  if (language === 'tr')
    return (word) =>
      fold(
        snowball.stem(
          visible(word)
            .toLocaleLowerCase('tr')
            .replace(/['\u2019].*/su, ''),
        ),
      )
  return (word) => snowball.stem(word)
}

/** Without accents, which capitals lack, and without the ending that is declined. */
function greekStem(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=^.{3,})(?:ουμε|ουνε|ετε|(?:(?<=μ)ατ)?[αεηιουω]+[σν]?)$/u, '')
}
