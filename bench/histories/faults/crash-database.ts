import { type Fault, waitBetween } from './fault.ts'

export const crashDatabase: Fault = async ({ primary }, dice) => {
  await primary.control('stop immediate')
  await waitBetween(dice, 0, 1000)
  await primary.control('start')
}
