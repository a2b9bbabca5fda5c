import { rowsIn } from '#engines/language'
import { type Count, shareOf } from '../count.ts'
import { spellingOf, wordsOf } from '../fold.ts'
import { editDistance, resemblance } from '../spelling.ts'
import { consonantsOf, soundOf } from './sound.ts'
import { type Placeholder, placeholderOf } from './unnamed.ts'

/** A given name or surname, prepared for comparison. */
export interface Name {
  /** Sorted, since the order of several names varies. */
  words: string[]
  spelling: string
  sound: string
  latin: boolean
  /** The share of people with this name, except the person of this record. */
  share: number
  /** Whether it is known to be a name, and not a typo. */
  known: boolean
}

type NameKind = 'given' | 'family'

/**
 * The shares of people with common names, by spelling. A clinic's own patients show better how common a name is there, but not in a
 * new clinic, and not whether a rare spelling is a name or a typo.
 */
const shares: Record<NameKind, Map<string, number>> = { given: new Map(), family: new Map() }
for (const [kind, share, ...names] of rowsIn(new URL('common.tsv', import.meta.url))) {
  const known = shares[kind as NameKind]
  for (const name of names.map(spellingOf)) known.set(name, Math.max(Number(share), known.get(name) ?? 0))
}

/** By spelling, the lines of `short-forms.txt` with a name. */
const groups = new Map<string, Set<number>>()
for (const [group, names] of rowsIn(new URL('short-forms.txt', import.meta.url)).entries()) {
  for (const name of names.map(spellingOf)) groups.set(name, (groups.get(name) ?? new Set()).add(group))
}

/** The share of a name that nobody else has. Most are typos, of which each is rare. */
const shareOfUnknown = 4e-6

/**
 * Prepares a name; returns null for an empty one and a placeholder's description for a newborn.
 * @param counted how many of this clinic's patients have it
 */
export function comparedName(text: string | null, kind: NameKind, counted: Count): Name | Placeholder | null {
  const placeholder = kind === 'given' ? placeholderOf(text) : null
  if (placeholder) return placeholder
  const words = wordsOf(text)
  if (words.length === 0) return null
  const spelling = spellingOf(words.join(''))
  const common = generalShare(words, spelling, kind)
  return {
    words: words.sort(),
    spelling,
    sound: soundOf(spelling),
    latin: /\p{sc=Latin}/u.test(spelling),
    // A name known elsewhere is a name, even if no other patient has it.
    share: Math.max(shareOf(counted, common || shareOfUnknown), common / 2),
    known: common > 0,
  }
}

/** Returns the share of people with a name, of several names less than of each. */
function generalShare(words: string[], spelling: string, kind: NameKind): number {
  const shareOfOne = (name: string) => shares[kind].get(name) ?? 0
  const whole = shareOfOne(spelling)
  if (whole > 0 || words.length === 1) return whole
  return Math.min(...words.map((word) => shareOfOne(spellingOf(word)))) / 10
}

export type Closeness =
  | 'same'
  | 'sound'
  | 'shortForm'
  | 'otherForm'
  | 'part'
  | 'letter'
  | 'similar'
  | 'vague'
  | 'beginning'
  | 'overlap'
  | 'initial'
  | 'otherScript'
  | 'different'

/** Compares two names by spelling and sound. */
export function closeness(a: Name, b: Name): Closeness {
  if (a.spelling === b.spelling || a.words.join(' ') === b.words.join(' ')) return 'same'
  if (a.latin !== b.latin) return 'otherScript'
  const [short, long] = a.spelling.length < b.spelling.length ? [a, b] : [b, a]
  const [shorter, longer] = [short.spelling, long.spelling]
  if (shorter.length === 1 && short.latin) return longer.startsWith(shorter) ? 'initial' : 'different'
  if (short.sound.length > 1 && short.sound === long.sound) return 'sound'
  const distance =
    longer.length - shorter.length <= 2 ? editDistance(shorter, longer) : Number.POSITIVE_INFINITY
  if (areFormsOfOneName(shorter, longer)) return distance > 2 ? 'shortForm' : 'otherForm'
  const shared = sharedWords(short.words, long.words)
  if (shared > 0) return shared === Math.min(short.words.length, long.words.length) ? 'part' : 'overlap'
  if (distance === 1 && longer.length > 2) return 'letter'
  if (shorter.length > 2 && longer.startsWith(shorter)) return 'beginning'
  const alike = resemblance(shorter, longer)
  const soundsAlike = short.sound.length > 1 && consonantsOf(short.sound) === consonantsOf(long.sound)
  if (soundsAlike || alike >= 0.88 || (distance === 2 && longer.length > 5)) return 'similar'
  return alike >= 0.78 ? 'vague' : 'different'
}

/** Returns whether one person may use both given names, such as William and Bill. Takes spellings. */
function areFormsOfOneName(a: string, b: string): boolean {
  const [groupsA, groupsB] = [groups.get(a), groups.get(b)]
  return groupsA !== undefined && groupsB !== undefined && !groupsA.isDisjointFrom(groupsB)
}

/** How one given name is written twice. All else can be two names, since parents give twins names that differ by one letter. */
const oneName: ReadonlySet<Closeness> = new Set(['same', 'sound', 'shortForm', 'initial'])

/** Returns whether two given names are two, and not one of which a part is left out, a short form or another spelling. */
export function areTwoNames(a: Name, b: Name): boolean {
  const close = closeness(a, b)
  if (close !== 'part') return !oneName.has(close)
  const [fewer, more] = a.words.length < b.words.length ? [a, b] : [b, a]
  return !fewer.words.every((word) => more.words.includes(word))
}

/** Returns how many words two names share, one letter of longer ones being wrong. */
function sharedWords(a: string[], b: string[]): number {
  if (a.length === 1 && b.length === 1) return 0
  return a.filter(
    (word) =>
      word.length > 2 &&
      b.some((other) => word === other || (word.length > 4 && editDistance(word, other) === 1)),
  ).length
}
