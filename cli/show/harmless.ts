// What others wrote must not steer the terminal of whoever reads it: control characters move the cursor, set titles and
// answer as if typed; marks of direction make a line look like another one.
const steering = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const blank = /[\t\n\v\f\r\u0085\u2028\u2029]/

/** Text on one line. */
export const harmless = (text: string): string =>
  text.toWellFormed().replace(steering, (character) => (blank.test(character) ? ' ' : '\ufffd'))

/** Text that keeps its lines. */
export const harmlessLines = (text: string): string =>
  text.replaceAll('\r\n', '\n').split('\n').map(harmless).join('\n')

const rightToLeft = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]/u

/** Keeps text that is written from right to left from turning its neighbours on a terminal (UAX 9, isolates). */
export const isolated = (text: string): string =>
  process.stdout.isTTY && rightToLeft.test(text) ? `\u2068${text}\u2069` : text
