import { isProper, type Label } from './label.ts'
import { isLeadIn } from './lead-ins.ts'

/** What programs call speakers whose name they do not know: `Speaker 1`, `SPEAKER_00`, `Unknown Speaker`. */
const generic =
  /^(?:(?:speaker|spk|sprecher(?:in)?|orateur|oratrice|locuteur|locutrice|intervenante?|hablante|orador[ae]?|interlocutore?|parlante|relatore|falante|spreker|talare|mówca|konuşmacı|спикер|говорящий|话者|話者|发言人|發言者|说话人|講者|화자|참석자)(?:[ _#-]*\d{1,3}|[ _#-]+\p{L})|(?:unknown|unidentified) speaker(?: \d+)?|unbekannter sprecher)$/iu

export const isGeneric = (name: string): boolean => generic.test(name)

/** Compares names by letters, however they are written. */
export const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')

/** Collects the labels of a text, and decides which of them are speakers. */
export class Names {
  readonly #counts = new Map<string, number>()
  readonly #listed = new Set<string>()
  #doRecur = false
  /** Whether the format identifies the labels as speakers: nearly every caption has one, or someone stated it. */
  areExpected = false

  /** Notes a label, which is a speaker if it recurs. */
  see(name: string): void {
    const key = keyOf(name)
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    if (count > 1) this.#doRecur = true
  }

  /** Notes a name in a list of attendees. */
  list(name: string): void {
    this.#listed.add(keyOf(name))
  }

  /** Returns whether a name is known to be a speaker's, wherever it is: it recurs or is listed. */
  isKnown(name: string): boolean {
    const key = keyOf(name)
    if (this.#listed.has(key) || isGeneric(name)) return true
    if (!this.doesRecur(name) || isLeadIn(name)) return false
    return this.areExpected || isProper(name) || name.split(' ').length <= 2
  }

  /** Returns whether a name is in none of the turns, whose names recur. */
  isHeading(name: string): boolean {
    return this.#doRecur && !this.isKnown(name)
  }

  doesRecur(name: string): boolean {
    return (this.#counts.get(keyOf(name)) ?? 0) > 1
  }

  isSpeaker({ name, text, isMarked }: Label): boolean {
    if (this.isKnown(name)) return true
    if (isLeadIn(name) || !(isMarked || this.areExpected)) return false
    // `Pricing: way too high` continues a sentence, `Bob: Yes` begins one.
    const continues = !isMarked && this.#doRecur && /^\p{Ll}/u.test(text)
    return isProper(name) && (!continues || / /.test(name))
  }
}

/** Returns how many of the names occur more than once, are listed, or are those of unknown speakers. */
export function recurring(names: string[], listed = new Names()): number {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(keyOf(name), (counts.get(keyOf(name)) ?? 0) + 1)
  return names.filter((name) => counts.get(keyOf(name))! > 1 || listed.isKnown(name)).length
}
