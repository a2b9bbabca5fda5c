import { fold } from '#engines/language'
import { hasBeginnings, stemOf } from '#engines/language/lexicon'

/** A condition on one word: to be exactly this, a form of this, or to begin with this. */
export interface Requirement {
  word: string
  match: 'exact' | 'stem' | 'prefix'
}

/**
 * Sequences of words to find, numbered from 0. Each distinct requirement has a number, its atom; the sequences of atoms
 * form a tree, so that a single pass over a text finds them all.
 */
export class Patterns {
  /** The number of words of each pattern. */
  readonly lengths: number[] = []
  /** The UTF-16 units of its words. */
  readonly sizes: number[] = []
  /** By node, the pattern that ends there, or -1. Node 0 is the root. */
  readonly endings: number[] = [-1]
  /** By node, the next node for each atom. */
  readonly children: (Map<number, number> | undefined)[] = [undefined]

  private readonly exact = new Map<string, number>()
  /** The numbers of stems, by language. */
  private readonly stems = new Map<string | null, Map<string, number>>()
  /** The numbers of prefixes, by their length. */
  private readonly prefixes = new Map<number, Map<string, number>>()
  private atoms = 0

  /** Returns the number of a pattern, which may exist already. */
  add(requirements: Requirement[], language: string | null): number {
    let node = 0
    for (const requirement of requirements) {
      const atom = this.atomFor(requirement, language)
      const children = this.children[node] ?? new Map<number, number>()
      this.children[node] = children
      node = numberOf(children, atom, () => {
        this.children.push(undefined)
        return this.endings.push(-1) - 1
      })
    }
    if (this.endings[node] === -1) {
      this.endings[node] = this.lengths.push(requirements.length) - 1
      this.sizes.push(requirements.reduce((sum, { word }) => sum + word.length, 0))
    }
    return this.endings[node]!
  }

  /** Returns the atoms that a word of a text satisfies. */
  atomsOf(word: string): number[] {
    const folded = fold(word)
    const found: (number | undefined)[] = [this.exact.get(folded)]
    for (const [language, stems] of this.stems) found.push(stems.get(stemOf(word, language)))
    for (const [length, prefixes] of this.prefixes) {
      if (folded.length >= length) found.push(prefixes.get(folded.slice(0, length)))
    }
    return found.filter((atom) => atom !== undefined)
  }

  private atomFor({ word, match }: Requirement, language: string | null): number {
    const next = () => this.atoms++
    if (match === 'exact') return numberOf(this.exact, fold(word), next)
    if (match === 'stem' && !hasBeginnings(language))
      return numberOf(mapIn(this.stems, language), stemOf(word, language), next)
    const folded = fold(word)
    return numberOf(mapIn(this.prefixes, folded.length), folded, next)
  }
}

function numberOf<Key>(numbers: Map<Key, number>, key: Key, next: () => number): number {
  let number = numbers.get(key)
  if (number === undefined) {
    number = next()
    numbers.set(key, number)
  }
  return number
}

function mapIn<Key>(maps: Map<Key, Map<string, number>>, key: Key): Map<string, number> {
  let map = maps.get(key)
  if (!map) {
    map = new Map()
    maps.set(key, map)
  }
  return map
}
