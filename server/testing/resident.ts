import { readFileSync } from 'node:fs'

/** Returns the megabytes of memory that a process holds. Linux only. */
export const residentMegabytes = (pid: number): number => megabytes(pid, 'VmRSS')

/** Returns the most megabytes that a process has held. Linux only. */
export const peakMegabytes = (pid: number): number => megabytes(pid, 'VmHWM')

function megabytes(pid: number, name: string): number {
  const [, kilobytes] =
    new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1000)
}
