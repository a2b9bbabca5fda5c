import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Creates a control group with a memory limit, version 2 or 1. Processes in it cannot use swap. */
export async function createGroup(megabytes: number) {
  const root = '/sys/fs/cgroup'
  const isV2 = existsSync(join(root, 'cgroup.controllers'))
  const folder = join(root, isV2 ? '' : 'memory', `aerie-${process.pid}-${megabytes}`)
  await mkdir(folder)
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const set = (name: string, value: number) => writeFile(join(folder, name), String(value))
  const bytes = megabytes * 2 ** 20
  if (isV2) {
    await set('memory.max', bytes)
    await set('memory.swap.max', 0)
  } else {
    await set('memory.limit_in_bytes', bytes)
    await set('memory.swappiness', 0)
  }
  let held = 0
  const byProgram = new Map<string, number>()
  let isOver = false
  const sample = async () => {
    const [, anonymous] = /^(?:anon|total_rss) (\d+)/m.exec(await read('memory.stat')) ?? []
    held = Math.max(held, Math.round(Number(anonymous) / 2 ** 20))
    for (const pid of (await read('cgroup.procs')).split('\n').filter(Boolean)) {
      const program = await programOf(pid)
      if (program) byProgram.set(program.name, Math.max(byProgram.get(program.name) ?? 0, program.megabytes))
    }
  }
  const sampling = (async () => {
    for (; !isOver; await wait(100)) await sample()
  })()
  return {
    /** Starts a program in the group. */
    command: ['sh', '-c', 'echo $$ > "$0" && exec "$@"', join(folder, 'cgroup.procs')],
    /** The most megabytes held at once, without file cache: of all processes, and of one process by its program. */
    held: () => ({ held, byProgram }),
    peak: async () =>
      Math.round(Number(await read(isV2 ? 'memory.peak' : 'memory.max_usage_in_bytes')) / 2 ** 20),
    kills: async () =>
      Number(/^oom_kill (\d+)/m.exec(await read(isV2 ? 'memory.events' : 'memory.oom_control'))?.[1]),
    async [Symbol.asyncDispose]() {
      isOver = true
      await sampling
      // A helper ends a little after its node.
      while ((await read('cgroup.procs')) !== '') await wait(50)
      await rmdir(folder)
    },
  }
}

/** Returns the program of a process, and its memory without file cache; null if it has ended. */
async function programOf(pid: string): Promise<{ name: string; megabytes: number } | null> {
  try {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    const name = /server\/dist\/([\w-]+)\.js\0/.exec(line)?.[1]
    // A process that has just ended has no memory any more.
    const own = /RssAnon:\s+(\d+)/.exec(status)?.[1]
    return name && own ? { name, megabytes: Math.round(Number(own) / 1024) } : null
  } catch {
    return null
  }
}
