/**
 * Estimates the tokens of a text, rather too many than too few, for models whose tokenizer is not known: three small
 * letters a token, and up to a token per byte of UTF-8 in scripts of which tokenizers know few words. Compared with
 * OpenAI's cl100k and o200k in 25 languages and forms.
 */
export function estimateTokens(text: string): number {
  let twelfths = 0
  for (let at = 0; at < text.length; at++) twelfths += twelfthsOf(text.charCodeAt(at))
  return Math.ceil(twelfths / 12)
}

function twelfthsOf(code: number): number {
  if (code === 0x20 || (code >= 0x61 && code <= 0x7a)) return 4
  if (code < 0x80) return 8
  if (code < 0x800) return 15
  // Half of a surrogate pair, such as an emoji.
  if (code >= 0xd800 && code <= 0xdfff) return 18
  return isEastAsian(code) ? 24 : 36
}

/** Han, kana, Hangul and their punctuation. */
const isEastAsian = (code: number) =>
  (code >= 0x2e80 && code <= 0xa4cf) || (code >= 0xac00 && code <= 0xd7a3) || code >= 0xf900
