import { readFile } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'

/** Returns the CPU time that a thread or process has used so far, in milliseconds. */
export type CpuClock = () => Promise<number>

/**
 * Calls `exceeded` once more CPU time than `ms` was used. So a limit ends what works without end, and not what waits, or gets
 * little of a busy machine.
 * @returns the function that ends the limit
 */
export function limitWork(clock: CpuClock, ms: number, exceeded: () => void): () => void {
  const before = clock()
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  // The limit cannot be exceeded any earlier than this.
  const after = (left: number) => {
    if (!isOver) timer = setTimeout(check, Math.max(left, 10))
  }
  async function check(): Promise<void> {
    const left = ms - ((await clock()) - (await before))
    if (left > 0) after(left)
    else if (!isOver) exceeded()
  }
  after(ms)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Returns the clock of a thread. A thread that has ended, or has not begun, used nothing. */
export const cpuOfThread =
  (worker: Worker): CpuClock =>
  async () => {
    // Node 24.0 to 24.5 cannot tell.
    if (!('cpuUsage' in worker)) return performance.now()
    const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
    return (user + system) / 1000
  }

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10

/** Returns the clock of a process, with all its threads. Only Linux lists its CPU time; elsewhere, time passes as usual. */
export const cpuOfProcess =
  (pid: number | undefined): CpuClock =>
  async () => {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
    if (stat === null) return process.platform === 'linux' ? 0 : performance.now()
    // The name of the program, in parentheses, can contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  }
