/**
 * Returns the longest turn of this thread's event loop until the work is done, in milliseconds of CPU time: a busy machine
 * takes no more of them.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, ended] = [0, false]
  let began = process.threadCpuUsage()
  const turn = () => {
    longest = Math.max(longest, milliseconds(process.threadCpuUsage(began)))
    began = process.threadCpuUsage()
    if (!ended) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  ended = true
  turn()
  return longest
}

export const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000
