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
  const samples: number[] = []
  const sampling = setInterval(async () => {
    const [, held] = /^(?:anon|total_rss) (\d+)/m.exec(await read('memory.stat')) ?? []
    samples.push(Math.round(Number(held) / 2 ** 20))
  }, 100)
  return {
    /** Starts a program in the group. */
    command: ['sh', '-c', 'echo $$ > "$0" && exec "$@"', join(folder, 'cgroup.procs')],
    /** Megabytes without file cache. */
    samples,
    peak: async () =>
      Math.round(Number(await read(isV2 ? 'memory.peak' : 'memory.max_usage_in_bytes')) / 2 ** 20),
    kills: async () =>
      Number(/^oom_kill (\d+)/m.exec(await read(isV2 ? 'memory.events' : 'memory.oom_control'))?.[1]),
    async [Symbol.asyncDispose]() {
      clearInterval(sampling)
      // A helper ends a little after its node.
      while ((await read('cgroup.procs')) !== '') await wait(50)
      await rmdir(folder)
    },
  }
}
