/**
 * Languages with word forms, by ISO 639-1 code, and how forms of a word are recognized:
 * - `stems`: forms have a common stem, by an algorithm for the language (price, prices, pricing);
 * - `beginnings`: forms begin with the word, because the language adds particles to its end (가격, 가격이, 가격은);
 * - `characters`: words do not change, and are not separated; each character is a word.
 */
export const languages = {
  ar: 'stems',
  cs: 'stems',
  da: 'stems',
  de: 'stems',
  el: 'stems',
  en: 'stems',
  es: 'stems',
  fi: 'stems',
  fr: 'stems',
  hu: 'stems',
  it: 'stems',
  ja: 'characters',
  ko: 'beginnings',
  nl: 'stems',
  no: 'stems',
  pl: 'stems',
  pt: 'stems',
  ro: 'stems',
  ru: 'stems',
  sv: 'stems',
  tr: 'stems',
  uk: 'stems',
  zh: 'characters',
} as const
export type Language = keyof typeof languages

/** Returns whether word forms are recognized in a language. */
export const isLanguage = (code: string | null): code is Language =>
  code !== null && Object.hasOwn(languages, code)
