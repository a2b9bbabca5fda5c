export const random = (below: number): number => Math.floor(Math.random() * below)
export const pick = <T>(from: readonly T[]): T => from[random(from.length)]!

export const givenNames = ['Eleni', 'Georg', 'Heidi', 'Maria', 'Ahmed', '明', 'Иван', 'Chloé']
export const words =
  'waiting room nurse doctor friendly cold kind vaccine explained long queue appointment telephone late clean smiled forgot letter pain better'.split(
    ' ',
  )

/** Things to work with. Whoever takes one has it alone until putting it back. */
export class Shelf<Thing> {
  readonly #things: Thing[] = []
  readonly #most: number

  constructor(most = 200) {
    this.#most = most
  }

  put(thing: Thing): void {
    this.#things.push(thing)
    if (this.#things.length > this.#most) this.take()
  }

  any(): Thing | undefined {
    return this.#things[random(this.#things.length)]
  }

  take(): Thing | undefined {
    return this.#things.splice(random(this.#things.length), 1)[0]
  }
}
