import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A process of `embedded-process.ts` and what it has printed so far. */
export interface Child {
  pid: number
  lines: string[]
  send(line: string): void
  /** The first line from the `from`th on that matches, as soon as it is there. @throws when the process ends without */
  line(pattern: RegExp, from?: number): Promise<string>
  /** Ends it as a power switch would, and waits until everything it had printed is in `lines`. */
  kill(): Promise<void>
  end(): Promise<void>
}

export interface ChildOptions {
  /** A module to load before the script. */
  preload?: string
  env?: NodeJS.ProcessEnv
}

export function startChild(folder: string, options: ChildOptions = {}): Child {
  const script = fileURLToPath(new URL('./embedded-process.ts', import.meta.url))
  const preload = options.preload ? ['--import', options.preload] : []
  const child = spawn(process.execPath, [...preload, script, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...options.env },
  })
  const output = createInterface(child.stdout)
  const lines: string[] = []
  output.on('line', (line) => lines.push(line))
  const ended = Promise.all([once(output, 'close'), endOf(child)])

  return {
    pid: child.pid!,
    lines,
    send: (line) => child.stdin.write(`${line}\n`),
    async line(pattern, from = 0) {
      for (;;) {
        const found = lines.slice(from).find((line) => pattern.test(line))
        if (found !== undefined) return found
        const more = await Promise.race([once(output, 'line'), ended.then(() => null)])
        if (more === null && !lines.slice(from).some((line) => pattern.test(line))) {
          throw new Error(`Ended without ${pattern}: ${lines.slice(-5).join(' | ')}`)
        }
      }
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async end() {
      child.stdin.end()
      await ended
    },
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
