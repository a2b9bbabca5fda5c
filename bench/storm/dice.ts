import { random } from '../../server/testing/random.ts'

/** Draws the same on each run with one seed. */
export function createDice(seed: number) {
  const draw = random(seed)
  const below = (count: number): number => Math.floor(draw() * count)
  return {
    below,
    /** Returns whether something happens that has this probability. */
    chance: (probability: number): boolean => draw() < probability,
    between: (least: number, most: number): number => least + draw() * (most - least),
    pick: <T>(from: readonly T[]): T => from[below(from.length)]!,
    shuffled: <T>(from: readonly T[]): T[] =>
      from
        .map((one) => ({ one, order: draw() }))
        .sort((a, b) => a.order - b.order)
        .map(({ one }) => one),
  }
}

export type Dice = ReturnType<typeof createDice>

/** Things to work with. A client that takes one has it alone until it is put back. */
export class Shelf<Thing> {
  readonly #things: Thing[] = []
  readonly #most: number

  constructor(most = 200) {
    this.#most = most
  }

  put(thing: Thing): void {
    this.#things.push(thing)
    if (this.#things.length > this.#most) this.#things.shift()
  }

  any({ pick }: Dice): Thing | undefined {
    return pick(this.#things)
  }

  take({ below }: Dice): Thing | undefined {
    return this.#things.splice(below(this.#things.length), 1)[0]
  }
}
