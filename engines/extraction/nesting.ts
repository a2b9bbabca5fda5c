import { ExtractionError } from './extracted.ts'

/** Counts how deeply the elements of a file are nested: parsers need time by the square of the depth. */
export class Nesting {
  readonly #deepest: number
  #depth = 0

  constructor(deepest: number) {
    this.#deepest = deepest
  }

  /** @throws ExtractionError `unreadable` */
  open(): void {
    if (++this.#depth > this.#deepest)
      throw new ExtractionError('unreadable', 'The parts of the file are nested too deeply.')
  }

  /** @returns whether it was the outermost */
  close(): boolean {
    return --this.#depth <= 0
  }
}
