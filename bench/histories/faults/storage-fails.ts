import { type Fault, waitBetween } from './fault.ts'

/** Lets about half of the requests to the object store fail. */
export const storageFails: Fault = async ({ storage }, dice) => {
  storage.meddle = () => (dice.chance(0.5) ? dice.pick(['unavailable', 'cut', 'corrupt'] as const) : null)
  await waitBetween(dice, 2000, 4000)
  storage.meddle = () => null
}
