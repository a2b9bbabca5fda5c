import { type Fault, waitBetween } from './fault.ts'

/** Lets every response of PostgreSQL take longer, so that transactions overlap. */
export const slowDatabase: Fault = async ({ database }, dice) => {
  database.slowDown(dice.between(5, 40))
  await waitBetween(dice, 1000, 3000)
  database.slowDown(0)
}
