const graphemes = new Intl.Segmenter()

const wide =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Yi}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u
const halfWidth = /^[\uff61-\uffdc]/
const invisible = /^[\p{M}\p{Default_Ignorable_Code_Point}]+$/u

/** Returns how many terminal columns a text takes: two for East Asian characters and emoji. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += widthOfGrapheme(segment)
  return width
}

function widthOfGrapheme(grapheme: string): number {
  if (invisible.test(grapheme)) return 0
  return wide.test(grapheme) && !halfWidth.test(grapheme) ? 2 : 1
}

/** Cuts a text to a width, and ends it with `…` if it was longer. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let taken = 1
  for (const { segment } of graphemes.segment(text)) {
    taken += widthOfGrapheme(segment)
    if (taken > width) break
    kept += segment
  }
  return `${kept}…`
}

export const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)))
