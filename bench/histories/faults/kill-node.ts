import { type Fault, waitBetween } from './fault.ts'

export const killNode: Fault = (installation, dice) =>
  installation.kill(dice.pick(installation.nodes), () => waitBetween(dice, 0, 1000))
