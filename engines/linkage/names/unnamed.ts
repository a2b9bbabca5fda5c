import { wordsOf } from '../fold.ts'

const setOf = (words: string) => new Set(words.split(/\s+/))

/** Words that begin a placeholder, whatever follows: `Baby`, `Baby of Maria`, `Newborn 2`. */
const beginnings = setOf(
  `baby babies babyboy babygirl newborn neonate neonato neonata infant unnamed noname neugeborenes neugeborener neugeborene
  saugling zwilling drilling ungenannt bebe nouveaune nouveaunee nourrisson recien reciennacido reciennacida bebek yenidogan
  pasgeborene pasgeboren noworodek novorozenec twin triplet jumeau jumelle gemelo gemela gemello gemella`,
)
/** Words that are a placeholder only together with words like them: `Boy`, `N. N.`, `Nouveau-né`. */
const others = setOf(
  `boy girl male female son daughter junge madchen knabe mannlich weiblich nn n garcon fille nouveau ne nee sans prenom nacido
  nacida nino nina bambino bambina erkek kiz unknown unbekannt inconnu no name und and of a b c d 1 2 3 4 i ii iii`,
)
/** Words that are not a name of their own, although they are in the list above: `A`, `2`, `Nina`. */
const weak = setOf('n ne nee nino nina no name sans und and of a b c d 1 2 3 4 i ii iii')
const childOf = /^\s*(b|s|d)\s*[/\\.]\s*o\b/i
const sexes: [RegExp, 'female' | 'male'][] = [
  [
    /(girl|female|daughter|madchen|weiblich|fille|nacida|nina|bambina|neonata|kiz|jumelle|gemela)\b/,
    'female',
  ],
  [/(boy|\bmale|\bson|junge|knabe|mannlich|garcon|nacido|nino|bambino|neonato|erkek)\b/, 'male'],
]

/** What is recorded instead of the given name of a child without one, such as `Baby girl 2` or `B/O Maria`. */
export interface Placeholder {
  /** Which of several children: `a`, `2`; empty if it is not recorded. */
  which: string
  sex: 'female' | 'male' | null
}

/** Returns what a placeholder for a given name shows; null for a name. */
export function placeholderOf(text: string | null): Placeholder | null {
  if (!text) return null
  const words = wordsOf(text)
  const isPlaceholder =
    childOf.test(text) ||
    beginnings.has(words[0] ?? '') ||
    words.join('') === 'nn' ||
    (words.every((word) => others.has(word) || beginnings.has(word)) && words.some((word) => !weak.has(word)))
  if (!isPlaceholder) return null
  const plain = words.join(' ')
  return {
    which: /(?:^| )([a-d]|[1-4]|i{1,3})$/.exec(plain)?.[1] ?? '',
    sex: sexes.find(([words]) => words.test(plain))?.[1] ?? null,
  }
}
