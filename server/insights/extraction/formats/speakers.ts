/** The speaker at the beginning of a line, such as `Ada Lovelace: …` or `>> ADA: …`. */
const prefix = /^(?:>>+\s*)?(\p{L}[^:<>\n\t]{0,59}?)\s?[:：](?:\s+|(?<=：))(?=\S)/u
/** A word of a name: begins with a capital, digit or bracket; in a script without capitals, with any letter. */
const nameWord = /^[([]?[\p{Lu}\p{Lt}\p{Lo}\d]/u
const particle = /^(?:van|von|de|der|den|da|di|du|la|le|of|al|bin|ibn|y|e|&)$/

export interface Spoken {
  speaker: string | null
  text: string
}

export type Speakers = (line: string) => Spoken

/**
 * Returns a function that splits a line into speaker and text, and distinguishes speakers from other words before a
 * colon (`There is one thing: …`).
 * @param lines the whole text: a name that occurs twice before a colon is a speaker, however it is written
 * @param shortNames whether up to three words before a colon are always a speaker
 */
export function findSpeakers(lines: Iterable<string>, shortNames: boolean): Speakers {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const line of lines) {
    const name = prefix.exec(line)?.[1]
    if (!name) continue
    if (seen.has(name)) repeated.add(name)
    seen.add(name)
  }

  function isName(name: string): boolean {
    if (/[.!?,;]\s*$/.test(name) && !/\b[A-Z][a-z]?\.$/.test(name)) return false
    const words = name.split(/\s+/)
    if (words.length > 6) return false
    if (repeated.has(name) || (shortNames && words.length <= 3)) return true
    return words.every((word) => nameWord.test(word) || particle.test(word))
  }

  return (line) => {
    const found = prefix.exec(line)
    if (!found || !isName(found[1]!)) return { speaker: null, text: line.replace(/^>>+\s*/, '') }
    return { speaker: found[1]!.trim(), text: line.slice(found[0].length) }
  }
}
