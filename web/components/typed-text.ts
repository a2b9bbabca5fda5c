/**
 * The reader's language: the first one of the browser, which decides how numbers and dates are written and read. The
 * interface itself is in English.
 */
export const language = firstValid(navigator.languages)

/** Browsers also report names that are no languages, such as `en-US@posix`. */
function firstValid([first = 'en-GB']: readonly string[]): string {
  try {
    return new Intl.Locale(first).toString()
  } catch {
    return 'en-GB'
  }
}

/** Returns a typed or pasted text with the digits 0 to 9 of any script, ASCII marks, and without invisible characters. */
export const plainText = (typed: string): string =>
  typed
    .replace(/[\p{Cf}]/gu, '')
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/(?!\d)\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0)!)))
    .replace(/[−–‐‑]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()

/** The digits of a script follow each other, beginning with zero. */
const digitOf = (digit: number): number =>
  /\p{Nd}/u.test(String.fromCodePoint(digit - 1)) ? (digitOf(digit - 1) + 1) % 10 : 0

/** Parses a typed whole number. Anything else becomes NaN, which the contract rejects with a message. */
export const wholeNumber = (typed: string): number => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN)
