import { wordsOf } from './fold.ts'
import { soundOf } from './sound.ts'
import { editDistance, resemblance } from './spelling.ts'

/** A given name or surname, prepared for comparison. */
export interface Name {
  /** Sorted, since the order of several names varies. */
  words: string[]
  joined: string
  sound: string
  latin: boolean
}

export type Closeness = 'same' | 'letter' | 'sound' | 'part' | 'similar' | 'initial' | 'unclear' | 'different'

/** Prepares a name; returns null for an empty one. */
export function nameOf(text: string | null): Name | null {
  const words = wordsOf(text)
  if (words.length === 0) return null
  const joined = words.join('')
  return { words: words.sort(), joined, sound: soundOf(joined), latin: /\p{sc=Latin}/u.test(joined) }
}

/** Compares two names by spelling and sound. Names in different scripts are `unclear`. */
export function closeness(a: Name, b: Name): Closeness {
  if (a.joined === b.joined) return 'same'
  if (a.latin !== b.latin) return 'unclear'
  const [short, long] = a.joined.length < b.joined.length ? [a, b] : [b, a]
  if (short.joined.length === 1 && short.latin)
    return long.joined.startsWith(short.joined) ? 'initial' : 'different'
  if (short.words.join(' ') === long.words.join(' ')) return 'same'
  const near = long.joined.length - short.joined.length <= 2
  const distance = near ? editDistance(short.joined, long.joined) : Number.POSITIVE_INFINITY
  if (distance === 1 && long.joined.length > 2) return 'letter'
  if (short.sound.length > 1 && short.sound === long.sound) return 'sound'
  if (isPart(short, long)) return 'part'
  const alike = resemblance(short.joined, long.joined)
  if (alike >= 0.88 || (distance === 2 && long.joined.length > 5)) return 'similar'
  return alike >= 0.78 ? 'unclear' : 'different'
}

/** `Anna` of `Anna Maria`, `Schmidt` of `Müller-Schmidt`, `Alex` of `Alexander`. */
function isPart(short: Name, long: Name): boolean {
  if (short.joined.length > 2 && long.joined.startsWith(short.joined)) return true
  return short.words.some((word) => word.length > 2 && long.words.includes(word))
}
