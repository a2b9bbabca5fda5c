// What test files cost: the time that passed, and that of processors in their processes and the programs that these started.
import { existsSync, readFileSync } from 'node:fs'

export interface Times {
  file: string
  seconds: number
  cpuSeconds: number
}

const ticksPerSecond = 100

/**
 * Returns the seconds of processors that this process has used, and those that it started and that have ended. Elsewhere than
 * on Linux, only its own.
 */
export function cpuSeconds(): number {
  if (!existsSync('/proc/self/stat')) {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  // See proc_pid_stat(5): utime, stime, cutime and cstime. The name of the program, in brackets, may contain spaces.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

/** Returns what this process has cost so far. */
export const clock = () => ({ seconds: performance.now() / 1000, cpuSeconds: cpuSeconds() })

/** Returns what has passed since `start`. */
export function since(start: ReturnType<typeof clock>) {
  const { seconds, cpuSeconds } = clock()
  return { seconds: seconds - start.seconds, cpuSeconds: cpuSeconds - start.cpuSeconds }
}

/** Reads lines of {@link formatted}, the longest first; none if there is no such file. */
export function readTimes(path: string): Times[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines
    .flatMap((line) => {
      const [seconds, cpuSeconds, file] = line.trim().split(/\s+/)
      return file ? [{ file, seconds: Number(seconds), cpuSeconds: Number(cpuSeconds) }] : []
    })
    .sort((one, other) => other.seconds - one.seconds || (one.file < other.file ? -1 : 1))
}

/** Returns a line of the table of times: seconds, seconds of processors, file. */
export const formatted = ({ file, seconds, cpuSeconds }: Times): string =>
  `${seconds.toFixed(1).padStart(7)} ${cpuSeconds.toFixed(1).padStart(7)}  ${file}`
