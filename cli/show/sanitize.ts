// Text written by others must not control the reader's terminal: control characters move the cursor, set titles and send
// input; direction marks make a line look like another one.
const controls = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const blank = /[\t\n\v\f\r\u0085\u2028\u2029]/

/** Returns text on one line. */
export const sanitize = (text: string): string =>
  text.toWellFormed().replace(controls, (character) => (blank.test(character) ? ' ' : '\ufffd'))

/** Returns text that keeps its lines. */
export const sanitizeLines = (text: string): string =>
  text.replaceAll('\r\n', '\n').split('\n').map(sanitize).join('\n')

const rightToLeft = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]/u

/** Isolates right-to-left text, so that a terminal does not reorder its neighbors (UAX 9, isolates). */
export const isolated = (text: string): string =>
  process.stdout.isTTY && rightToLeft.test(text) ? `\u2068${text}\u2069` : text
