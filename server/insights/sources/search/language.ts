import { isLanguage, type Language } from '#rules/languages'

/** Returns the language whose stems the words of a text have. */
export const indexLanguage = (language: string | null): Language | null =>
  isLanguage(language) ? language : null
