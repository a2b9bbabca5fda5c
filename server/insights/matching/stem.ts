import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as greek } from '@orama/stemmers/greek'
import { stemmer as hungarian } from '@orama/stemmers/hungarian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as romanian } from '@orama/stemmers/romanian'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stemmer as turkish } from '@orama/stemmers/turkish'
import english from 'wink-porter2-stemmer'
import { type Language, languages } from '#languages'
import { fold, visible } from './words.ts'

/** Longer ones are not words of a language. */
const longest = 64
/** More words make a text of 20 MB no faster, but take memory. */
const mostKnown = 20_000

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
    stem = stemmers[language](language === 'tr' ? word : plain) || plain
    if (known.size >= mostKnown) known.clear()
    known.set(key, stem)
  }
  return stem
}

function isKnown(language: string | null): language is Language {
  return language !== null && Object.hasOwn(languages, language)
}

/** Snowball's stemmers, of which the library has an older one for English. */
const stemmers: Record<Language, (word: string) => string> = {
  ar: arabic,
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
  pt: portuguese,
  // Snowball has only the older letters with a cedilla.
  ro: (word) =>
    romanian(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ')).replaceAll('ş', 'ș').replaceAll('ţ', 'ț'),
  ru: russian,
  sv: swedish,
  // In Turkish, I and ı are another letter than İ and i. Endings of names follow an apostrophe.
  tr: (word) =>
    fold(
      turkish(
        visible(word)
          .toLocaleLowerCase('tr')
          .replace(/['\u2019].*/su, ''),
      ),
    ),
}
