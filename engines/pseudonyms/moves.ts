import type { Replacement } from './pseudonyms.ts'

/** Where the places of a text are after names in it were replaced. */
export class Moves {
  /** Names in the order of the text: where each was, and by how much it moves what follows. */
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #shifts: number[] = []

  add({ start, end, pseudonym }: Replacement): void {
    this.#starts.push(start)
    this.#ends.push(end)
    this.#shifts.push((this.#shifts.at(-1) ?? 0) + pseudonym.length - (end - start))
  }

  /** Whether no name was replaced. */
  get isEmpty(): boolean {
    return this.#starts.length === 0
  }

  /** Returns where a place is now; null if it was within a name. */
  of(place: number): number | null {
    // The first name that ends after the place.
    let [low, high] = [0, this.#ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#ends[middle]! <= place) low = middle + 1
      else high = middle
    }
    if (low < this.#starts.length && this.#starts[low]! < place) return null
    return place + (this.#shifts[low - 1] ?? 0)
  }
}
