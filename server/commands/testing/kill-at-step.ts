/** Loaded before a program (`node --import`): ends it as `kill -9` does, before the rename or removal numbered by KILL_AT. */
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

let left = Number(process.env.KILL_AT)
for (const name of ['rename', 'rm'] as const) {
  const real = fs[name] as (...args: unknown[]) => Promise<unknown>
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (--left === 0) process.kill(process.pid, 'SIGKILL')
      return real(...args)
    },
  })
}
syncBuiltinESMExports()
