import { type Fault, waitBetween } from './fault.ts'

/**
 * Lets the standby store changes without showing them, and then crashes the primary. Until it is back, the nodes reach
 * only the standby.
 */
export const lagBeforeCrash: Fault = async ({ primary, standby, failOverTo }, dice) => {
  await standby.pauseReplay()
  await waitBetween(dice, 1500, 3000)
  await primary.control('stop immediate')
  failOverTo(standby)
  await waitBetween(dice, 1500, 3000)
  await primary.control('start')
  failOverTo(primary)
  await standby.resumeReplay()
}
