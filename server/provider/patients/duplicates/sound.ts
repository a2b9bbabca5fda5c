/** What is written in several ways and spoken in one, in the order in which it is looked for. */
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
 * A code that names share which sound alike, in the manner of Metaphone but for several European languages at once:
 * `meier`, `maier` and `mayr` are one. Takes what `wordsOf` gives; empty for other scripts than Latin.
 */
export function soundOf(word: string): string {
  let code = word
  for (const [written, spoken] of respelled) code = code.replace(written, spoken)
  // Vowels are heard at the beginning only; a doubled letter is one.
  const [first = ''] = code
  const rest = code.slice(1).replace(/[aeiouy]/g, '')
  return ((/[aeiouy]/.test(first) ? 'a' : first) + rest).replace(/(.)\1+/g, '$1')
}
