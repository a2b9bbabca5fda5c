/** Spellings with the same sound, in the order of replacement. */
const respelled: [RegExp, string][] = [
  [/[^a-z]/g, ''],
  [/^(kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^mac|^mc/, 'mk'],
  [/tsch|tch|tsh|sch|sh|ch|cz|cs|sz|zh/g, 'x'],
  [/ph|pf|v|w/g, 'f'],
  [/th|dt|d/g, 't'],
  [/ck|cq|qu|q|g|kh|gh/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/z/g, 's'],
  [/b/g, 'p'],
  [/j/g, 'y'],
  [/(?<=.)h/g, ''],
]

/**
 * Returns a code that names with the same sound share, like Metaphone but for several European languages: `meier`, `maier`
 * and `mayr` have one. Takes a word of `wordsOf`; returns an empty text for other scripts than Latin.
 */
export function soundOf(word: string): string {
  let code = word
  for (const [written, spoken] of respelled) code = code.replace(written, spoken)
  // Only the first vowel counts, and a doubled letter counts once.
  const [first = ''] = code
  const rest = code.slice(1).replace(/[aeiouy]/g, '')
  return ((/[aeiouy]/.test(first) ? 'a' : first) + rest).replace(/(.)\1+/g, '$1')
}
