/** A line that begins with who speaks, as `Ada Lovelace: …` or `>> ADA: …`. */
const prefix = /^(?:>>+\s*)?(\p{L}[^:<>\n\t]{0,59}?)\s?[:：](?:\s+|(?<=：))(?=\S)/u
/** A word of a name: it begins with a capital, a digit or a bracket, in a script without capitals with any letter. */
const nameWord = /^[([]?[\p{Lu}\p{Lt}\p{Lo}\d]/u
const particle = /^(?:van|von|de|der|den|da|di|du|la|le|of|al|bin|ibn|y|e|&)$/

export interface Spoken {
  speaker: string | null
  said: string
}

/** Tells who speaks from what only looks like it (`There is one thing: …`). */
export class Speakers {
  readonly #known = new Set<string>()
  readonly #shortNames: boolean

  /**
   * @param lines all that is said, a line each: what stands before a colon twice is a speaker, however it is written.
   * @param shortNames whether up to three words are a speaker in any case.
   */
  constructor(lines: Iterable<string>, shortNames: boolean) {
    this.#shortNames = shortNames
    const seen = new Set<string>()
    for (const line of lines) {
      const name = prefix.exec(line)?.[1]
      if (!name) continue
      if (seen.has(name)) this.#known.add(name)
      seen.add(name)
    }
  }

  read(line: string): Spoken {
    const found = prefix.exec(line)
    if (!found || !this.#isName(found[1]!)) return { speaker: null, said: line.replace(/^>>+\s*/, '') }
    return { speaker: found[1]!.trim(), said: line.slice(found[0].length) }
  }

  #isName(name: string): boolean {
    if (/[.!?,;]\s*$/.test(name) && !/\b[A-Z][a-z]?\.$/.test(name)) return false
    const words = name.split(/\s+/)
    if (words.length > 6) return false
    if (this.#known.has(name)) return true
    return (
      (this.#shortNames && words.length <= 3) ||
      words.every((word) => nameWord.test(word) || particle.test(word))
    )
  }
}
