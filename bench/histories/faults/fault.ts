import { setTimeout as wait } from 'node:timers/promises'
import type { Dice } from '../dice.ts'
import type { Installation } from '../installation.ts'

/** Disturbs an installation for a few seconds, and returns once everything works again. */
export type Fault = (installation: Installation, dice: Dice) => Promise<void>

/** Waits for a random time. */
export const waitBetween = (dice: Dice, leastMs: number, mostMs: number): Promise<void> =>
  wait(dice.between(leastMs, mostMs))
