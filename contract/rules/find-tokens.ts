/** The text of an API key's token, `aie_<8 hex>_<43 base64url>`. */
// 43 characters carry 258 bits, two more than 32 bytes have: the last is one of the sixteen that end in two zeros.
export const tokenPattern = /aie_[0-9a-f]{8}_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]/

const shortest = 56
/** However a token is encoded, it is not longer. */
export const longestDisguise = 4096
/** How often a token may be encoded, such as in a Kubernetes secret with the credentials of a registry. */
const mostLayers = 3

// In a lookahead, so that a real token is found even if it begins within a look-alike.
const anywhere = new RegExp(`(?=(${tokenPattern.source}))`, 'g')

/** What comes between characters in UTF-16, quoted-printable, programs and HTML; and characters as those, URLs and JSON write them. */
const escapes =
  /\0|[=\\]\r?\n[ \t]*|&shy;|<wbr>|\xc2?\xad|\xe2\x80\x8b|\u200b|(?:=|%|\\x|\\u00|\\u\{0*|&#[xX]0*)([0-9A-Fa-f]{2})[;}]?|&#0*([0-9]{2,3});|(&(?:lowbar|UnderBar);)|\\([_/-])/g

/** Encodings of whole texts, of which a token is found wherever it begins: a character has so many places in a group, and so much width. */
const encodings = [
  {
    run: /(?:[A-Za-z0-9+/_-]|\r?\n[ \t]*|(?:\\r)?\\n)+/g,
    places: 4,
    width: 4 / 3,
    // Of four characters, two or three are enough to continue.
    decode: (base64: string) =>
      atob(
        base64
          .replace(/-/g, '+')
          .replace(/_/g, '/')
          .slice(0, base64.length % 4 === 1 ? -1 : undefined),
      ),
  },
  {
    run: /[0-9A-Fa-f]+/g,
    places: 2,
    width: 2,
    decode: (hex: string) =>
      hex.replace(/(..)|./g, (_, byte = '0') => String.fromCharCode(Number.parseInt(byte, 16))),
  },
]
const lineBreaks = /\r?\n[ \t]*|(?:\\r)?\\n/g

/**
 * Finds tokens in a text with their places, in order: as they are, with more after them, escaped, in base64 or hexadecimal digits.
 * The checksum rules out look-alikes, so any text may surround them. `sha256` returns hexadecimal digits.
 */
export function findTokens(text: string, sha256: (text: string) => string) {
  const found: Map<number, string> = new Map()
  for (const { at, token } of tokensWithin(text, mostLayers))
    if (token.startsWith(`aie_${sha256(token.slice(13)).slice(0, 8)}`)) found.set(at, token)
  return Array.from(found, ([at, token]) => ({ at, token })).sort((one, other) => one.at - other.at)
}

/** Yields what has the format of a token, and its place in the text. */
function* tokensWithin(text: string, layers: number): Generator<{ at: number; token: string }> {
  for (const { index: at, 1: token = '' } of text.matchAll(anywhere)) yield { at, token }
  if (layers === 0 || text.length < shortest) return
  const plain = rewrite(text, escapes, characterOf)
  if (plain.text !== text)
    for (const { at, token } of tokensWithin(plain.text, layers - 1)) yield { at: plain.placeOf(at), token }
  for (const { run, places, width, decode } of encodings)
    for (const { index, 0: lines } of text.matchAll(run)) {
      if (lines.length < shortest) continue
      const joined = rewrite(lines, lineBreaks, () => '')
      for (let first = 0; first < places; first++) {
        const decoded = decode(joined.text.slice(first))
        for (const { at, token } of tokensWithin(decoded, layers - 1))
          yield { at: index + joined.placeOf(first + Math.floor(at * width)), token }
      }
    }
}

function characterOf(_: string, hex = '', decimal = '', underscore = '', itself = ''): string {
  if (hex || decimal) return String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal))
  return underscore ? '_' : itself
}

/** Replaces parts of a text, and returns it with a function that tells where a character of it was before. */
function rewrite(text: string, parts: RegExp, replace: (...groups: string[]) => string) {
  let rewritten = ''
  let end = 0
  const pieces = [{ at: 0, before: 0 }]
  for (const match of text.matchAll(parts)) {
    rewritten += text.slice(end, match.index)
    pieces.push({ at: rewritten.length, before: match.index })
    rewritten += replace(...match)
    end = match.index + match[0].length
    pieces.push({ at: rewritten.length, before: end })
  }
  rewritten += text.slice(end)
  return { text: rewritten, placeOf }

  function placeOf(at: number): number {
    let [low, high] = [0, pieces.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((pieces[middle]?.at ?? 0) <= at) low = middle
      else high = middle
    }
    const { at: start, before } = pieces[low] ?? { at: 0, before: 0 }
    return before + at - start
  }
}
