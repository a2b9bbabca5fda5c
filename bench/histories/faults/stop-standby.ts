import { type Fault, waitBetween } from './fault.ts'

/** Commits wait for the standby meanwhile. */
export const stopStandby: Fault = async ({ standby }, dice) => {
  await standby.control('stop fast')
  await waitBetween(dice, 500, 2500)
  await standby.control('start')
}
