/**
 * Loaded before a program (`node --import`): ends it as `kill -9` does, before the rename or removal numbered by KILL_AT. The
 * first is that of a path that contains COUNT_FROM.
 */
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { KILL_AT, COUNT_FROM = '' } = process.env
let left = Number(KILL_AT)
let isCounting = false
for (const name of ['rename', 'rm'] as const) {
  const real = fs[name] as (...args: unknown[]) => Promise<unknown>
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      isCounting ||= String(args[0]).includes(COUNT_FROM)
      if (isCounting && --left === 0) process.kill(process.pid, 'SIGKILL')
      return real(...args)
    },
  })
}
syncBuiltinESMExports()
