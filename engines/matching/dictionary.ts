const defaultCapacity = 1 << 17
/** Longer words are not kept: they hardly recur, and would fill the memory. */
const longest = 64
const none: readonly number[] = []

/**
 * Caches what each word of a text satisfies. Looks words up by their UTF-16 units in the text, without creating strings.
 */
export class Dictionary {
  private readonly atomsOf: (word: string) => readonly number[]
  private readonly capacity: number
  private readonly seed = (Math.random() * 2 ** 32) | 0
  /** A hash table with open addressing: pairs of a word's hash and its number, from 1. */
  private table = new Int32Array(1 << 12)
  /** The units of all words, and by number where each ends. */
  private units = new Uint16Array(1 << 13)
  private ends = new Int32Array(1 << 10)
  /** The atoms of each word, by its number. */
  private atoms: (readonly number[])[] = [none]

  /** @param capacity the most words to keep */
  constructor(atomsOf: (word: string) => readonly number[], capacity = defaultCapacity) {
    this.atomsOf = atomsOf
    this.capacity = capacity
  }

  /** Returns the atoms that the word from `start` to `end` satisfies. */
  lookUp(text: string, start: number, end: number): readonly number[] {
    let hash = this.seed
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    hash ^= hash >>> 15
    const { table } = this
    const mask = table.length - 2
    for (let slot = (hash << 1) & mask; table[slot + 1] !== 0; slot = (slot + 2) & mask) {
      if (table[slot] === hash && this.isWord(table[slot + 1]!, text, start, end))
        return this.atoms[table[slot + 1]!]!
    }
    return end - start > longest
      ? this.atomsOf(text.slice(start, end))
      : this.add(text.slice(start, end), hash)
  }

  private isWord(number: number, text: string, start: number, end: number): boolean {
    const { units } = this
    let at = this.ends[number - 1]!
    if (this.ends[number]! - at !== end - start) return false
    for (let from = start; from < end; from++, at++) {
      if (units[at] !== text.charCodeAt(from)) return false
    }
    return true
  }

  private add(word: string, hash: number): readonly number[] {
    if (this.atoms.length > this.capacity) this.clear()
    const number = this.atoms.length
    const from = this.ends[number - 1]!
    const to = from + word.length
    this.makeRoom(number, to)
    for (let at = from; at < to; at++) this.units[at] = word.charCodeAt(at - from)
    // A slice would keep the whole text in memory.
    const atoms = this.atomsOf(String.fromCharCode(...this.units.subarray(from, to)))
    this.ends[number] = to
    this.atoms.push(atoms.length > 0 ? atoms : none)
    put(this.table, hash, number)
    return atoms
  }

  private makeRoom(number: number, units: number): void {
    if (units > this.units.length) {
      const old = this.units
      this.units = new Uint16Array(old.length * 2)
      this.units.set(old)
    }
    if (number === this.ends.length) {
      const { ends, table } = this
      this.ends = new Int32Array(ends.length * 2)
      this.ends.set(ends)
      this.table = new Int32Array(table.length * 2)
      for (let slot = 0; slot < table.length; slot += 2) {
        if (table[slot + 1] !== 0) put(this.table, table[slot]!, table[slot + 1]!)
      }
    }
  }

  private clear(): void {
    this.table.fill(0)
    this.atoms = [none]
  }
}

function put(table: Int32Array, hash: number, number: number): void {
  const mask = table.length - 2
  let slot = (hash << 1) & mask
  while (table[slot + 1] !== 0) slot = (slot + 2) & mask
  table[slot] = hash
  table[slot + 1] = number
}
