/** Spellings with the same sound, in the order of replacement. Vowels stay: Tim and Tom are two names. */
const respelled: [RegExp, string][] = [
  [/[^a-z]/g, ''],
  [/(.)\1+/g, '$1'],
  [/^(kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^mac(?=[^aeiouy])/, 'mc'],
  [/tsch|tch|tsh|sch|sh|cz|cs|sz|zh/g, 'x'],
  [/ph|v|w/g, 'f'],
  [/th|dt/g, 't'],
  [/d$/, 't'],
  [/ck|cq|qu|q|gh|kh|ch(?=[rlaou]|$)/g, 'k'],
  [/ch/g, 'x'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/tz|z/g, 's'],
  [/ks/g, 'x'],
  [/[jy]/g, 'i'],
  [/(?<=.)h/g, ''],
  [/(?<=.)(ei|ai)/g, 'e'],
  [/ie/g, 'i'],
  [/ou/g, 'u'],
]

/**
 * Returns a code that spellings of one sound share, for several European languages: `meier` and `mayr` do not have one, but
 * `meier` and `maier`, and `stefan` and `stephan`. Takes a word of `wordsOf`; returns an empty text for other scripts than Latin.
 */
export function soundOf(word: string): string {
  let code = word
  for (const [written, spoken] of respelled) code = code.replace(written, spoken)
  return code.replace(/(.)\1+/g, '$1')
}

/** Returns the code of `soundOf` without vowels but the first, for misheard names: `schneider` and `schnyder`. */
export function consonantsOf(sound: string): string {
  const [first = ''] = sound
  return (
    (/[aeiou]/.test(first) ? 'a' : first) +
    sound
      .slice(1)
      .replace(/[aeiou]/g, '')
      .replaceAll('t', 'd')
      .replaceAll('b', 'p')
  )
}
