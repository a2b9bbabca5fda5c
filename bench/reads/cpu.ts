import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Returns the processor time that a process and all that it started have used, in milliseconds. */
export async function cpuMs(pid: number): Promise<number> {
  const tick = await ticksPerSecond()
  const processes = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(read))
  const byParent = Map.groupBy(
    processes.filter((found) => found !== undefined),
    ({ parent }) => parent,
  )
  const total = ({ pid, ticks }: { pid: number; ticks: number }): number =>
    (byParent.get(pid) ?? []).reduce((sum, child) => sum + total(child), ticks)
  const root = processes.find((found) => found?.pid === pid)
  if (!root) throw new Error(`Process ${pid} has ended`)
  return (total(root) / tick) * 1000
}

/** Returns the parent of a process. */
export async function parentOf(pid: number): Promise<number> {
  const found = await read(String(pid))
  if (!found) throw new Error(`Process ${pid} has ended`)
  return found.parent
}

async function read(name: string): Promise<{ pid: number; parent: number; ticks: number } | undefined> {
  const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return undefined
  // The name of the program, in brackets, can contain anything. Fields are counted from the state: see proc(5).
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15)
  return { pid: Number(name), parent: fields[1] ?? 0, ticks: user + system + childUser + childSystem }
}

const ticksPerSecond = async (): Promise<number> =>
  Number((await promisify(execFile)('getconf', ['CLK_TCK'])).stdout)
