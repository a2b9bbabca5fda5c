import { newStemmer } from 'snowball-stemmers'
import { type Language, languages } from '#languages'
import { fold, visible } from './words.ts'

/** Longer ones are not words of a language. */
const longest = 64
/** More words make a text of 20 MB no faster, but take memory. */
const mostKnown = 20_000

const stemmers = new Map<Language, (word: string) => string>()
const known = new Map<string, string>()

/**
 * Returns the folded stem of a word, or the folded word if its language is not supported.
 * @param word as written
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
    // An empty stem would make unrelated words equal.
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
  // Missing in the library.
  if (language === 'el') return greekStem
  const snowball = newStemmer(languages[language])
  // Snowball has only the older letters with a cedilla.
  if (language === 'ro')
    return (word) =>
      snowball.stem(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ')).replaceAll('ş', 'ș').replaceAll('ţ', 'ț')
  // In Turkish, I and ı are another letter than İ and i. Endings of names follow an apostrophe.
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

/** Removes accents, which capitals lack, and the inflected ending. */
function greekStem(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=^.{3,})(?:ουμε|ουνε|ετε|(?:(?<=μ)ατ)?[αεηιουω]+[σν]?)$/u, '')
}
