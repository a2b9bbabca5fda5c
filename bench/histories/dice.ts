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
