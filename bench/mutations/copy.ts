import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Break, root } from './list.ts'

/** A copy of the working tree, in which the product can be broken. */
export interface Copy {
  folder: string
  /** Breaks one place of the copy while `body` runs. Returns what that returns. */
  whileBroken<T>(broken: Break, body: () => Promise<T>): Promise<T>
  remove(): Promise<void>
}

export async function copyTree(): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-mutations-'))
  const list = (...which: string[]) =>
    execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard', ...which], {
      cwd: root,
      encoding: 'utf8',
    }).split('\0')
  // Fonts, for example, are generated.
  for (const file of [...list('--cached'), ...list('--ignored', '*/generated/*')])
    if (file && existsSync(join(root, file)) && !file.startsWith('node_modules'))
      await cp(join(root, file), join(folder, file))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    async whileBroken({ path, text, broken }, body) {
      await writeFile(join(folder, path), broken)
      try {
        return await body()
      } finally {
        await writeFile(join(folder, path), text)
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

interface Run {
  cwd: string
  env?: NodeJS.ProcessEnv
  /** After this time, the program and its children are killed. */
  withinMs: number
  /** Gets each line of the output, and a function that kills the program and its children. */
  onLine: (line: string, stop: () => void) => void
}

/** Runs Node with its children, none of which outlives it or this process. Returns the exit code. */
export async function runNode(args: string[], { cwd, env, withinMs, onLine }: Run): Promise<number | null> {
  const child = spawn(process.execPath, args, {
    cwd,
    ...(env && { env }),
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const exited = once(child, 'exit')
  const stop = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  const timer = setTimeout(stop, withinMs)
  process.once('exit', stop)
  for await (const line of createInterface(child.stdout)) onLine(line, stop)
  const [code] = await exited
  clearTimeout(timer)
  process.off('exit', stop)
  stop()
  return code
}
