import { locale } from './format.ts'

const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })

/** `Germany` for `DE`; undefined for letters that are no country. */
export const countryName = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined
