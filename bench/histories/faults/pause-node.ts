import { type Fault, waitBetween } from './fault.ts'

/** What the node had begun continues after others have worked on the same records. */
export const pauseNode: Fault = async ({ nodes }, dice) => {
  const { pid } = dice.pick(nodes).process
  process.kill(pid, 'SIGSTOP')
  try {
    await waitBetween(dice, 500, 4000)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}
