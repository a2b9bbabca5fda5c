import type { Occurrences } from './condition.ts'
import type { ReadySet } from './ready-set.ts'
import { Words } from './words.ts'

/** What is longer, in UTF-16 units, is looked at in parts: a message or row of any length must fit into memory. */
const longest = 50_000

/** Where the patterns of a set stand in one passage at a time. */
export class Passage implements Occurrences {
  /** By occurrence, in the order in which they end, which for those of one pattern is that of the text. */
  readonly patterns: number[] = []
  readonly starts: number[] = []
  readonly ends: number[] = []
  readonly firstWords: number[] = []
  readonly lastWords: number[] = []

  private readonly ready: ReadySet
  /** The open walks through the tree of patterns: at which node each is, and where in the text it began. */
  private nodes: number[] = []
  private origins: number[] = []
  private nextNodes: number[] = []
  private nextOrigins: number[] = []
  private byPattern: Map<number, number[]> | undefined

  constructor(ready: ReadySet) {
    this.ready = ready
  }

  /**
   * Reads the text from one UTF-16 offset to another as a passage of its own, and forgets the one before.
   * @returns where it stopped: where too much stands between the two, before a word
   */
  read(text: string, from: number, to: number): number {
    this.forget()
    const { dictionary } = this.ready
    const words = new Words(text, from, to)
    for (let word = 0; words.next(); word++) {
      if (words.start - from > longest) return words.start
      const atoms = dictionary.lookUp(text, words.start, words.end)
      if (atoms.length > 0) this.walk(atoms, word, words)
      else if (this.nodes.length > 0) this.nodes.length = this.origins.length = 0
    }
    return to
  }

  /** The patterns that occur. */
  present(): Iterable<number> {
    return this.occurrences().keys()
  }

  of(pattern: number): readonly number[] {
    return this.occurrences().get(pattern) ?? []
  }

  private occurrences(): Map<number, number[]> {
    this.byPattern ??= Map.groupBy(this.patterns.keys(), (occurrence) => this.patterns[occurrence]!)
    return this.byPattern
  }

  /** Takes each open walk one word further, and opens one that begins here. */
  private walk(atoms: readonly number[], word: number, { start, end }: Words): void {
    const { children, endings, lengths } = this.ready.patterns
    const open = this.nodes.length
    for (let n = 0; n <= open; n++) {
      const following = children[n < open ? this.nodes[n]! : 0]
      const origin = n < open ? this.origins[n]! : start
      if (!following) continue
      for (const atom of atoms) {
        const node = following.get(atom)
        if (node === undefined) continue
        const pattern = endings[node]!
        if (pattern !== -1) {
          this.patterns.push(pattern)
          this.starts.push(origin)
          this.ends.push(end)
          this.firstWords.push(word - lengths[pattern]! + 1)
          this.lastWords.push(word)
        }
        if (children[node]) {
          this.nextNodes.push(node)
          this.nextOrigins.push(origin)
        }
      }
    }
    const { nodes, origins } = this
    this.nodes = this.nextNodes
    this.origins = this.nextOrigins
    nodes.length = origins.length = 0
    this.nextNodes = nodes
    this.nextOrigins = origins
  }

  private forget(): void {
    for (const list of [this.patterns, this.starts, this.ends, this.firstWords, this.lastWords])
      list.length = 0
    this.nodes.length = this.origins.length = 0
    this.byPattern = undefined
  }
}
