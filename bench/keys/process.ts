import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A program of Node's in a process of its own, which ends with this one; `line` is the first that it printed. */
export async function startProgram(
  args: string[],
  cwd: string,
): Promise<{ line: string; remove(): Promise<void> }> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')])
  if (typeof line !== 'string') throw new Error(`${args[0]} ended before it listened`)
  return {
    line,
    async remove() {
      kill()
      process.off('exit', kill)
    },
  }
}
