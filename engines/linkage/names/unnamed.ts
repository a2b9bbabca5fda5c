import { listsIn } from '#engines/language'
import { wordsOf } from '../fold.ts'

const lists = listsIn(new URL('unnamed.tsv', import.meta.url))
const beginnings = lists.get('beginnings')!
const others = lists.get('others')!
const weak = lists.get('weak')!
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
