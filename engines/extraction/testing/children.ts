import { readFileSync } from 'node:fs'

/** Returns the running children of a process, on Linux. */
export function children(pid = process.pid): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** Returns the running children that this process starts from now on. Others belong to tests before. */
export function childrenFromNow(): () => number[] {
  const before = new Set(children())
  return () => children().filter((pid) => !before.has(pid) && isRunning(pid))
}

/** Returns the peak resident memory of a process in bytes; 0 if it has ended. */
export function mostMemory(pid: number): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) * 1_024
  } catch {
    return 0
  }
}

/** Returns the CPU seconds of a process. */
export function processorSeconds(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

export function isRunning(pid: number): boolean {
  try {
    // A zombie has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
