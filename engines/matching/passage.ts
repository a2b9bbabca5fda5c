import { Words } from '#engines/language'
import type { Occurrences } from './condition.ts'
import type { ReadySet } from './ready-set.ts'

/** Longer passages, in UTF-16 units, are scanned in parts, to limit memory. */
const longest = 50_000

/** The occurrences of a set's patterns in one passage at a time. */
export class Passage implements Occurrences {
  /** By occurrence, in the order of their ends: for a single pattern, the order of the text. */
  readonly patterns: number[] = []
  readonly starts: number[] = []
  readonly ends: number[] = []
  readonly firstWords: number[] = []
  readonly lastWords: number[] = []

  private readonly ready: ReadySet
  /** The open walks through the tree of patterns: their nodes, and where they began in the text. */
  private nodes: number[] = []
  private origins: number[] = []
  private nextNodes: number[] = []
  private nextOrigins: number[] = []
  private byPattern: Map<number, number[]> | undefined

  constructor(ready: ReadySet) {
    this.ready = ready
  }

  /** Scans the next passage, between two UTF-16 offsets. @returns where it stopped: earlier if the passage is too long */
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

  /** Returns the patterns that occur. */
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

  /** Advances each open walk by one word, and opens one that begins here. */
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
