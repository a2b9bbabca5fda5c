import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/**
 * Starts a program and waits until it prints a line, which it returns.
 * @throws Error with the program's output if it ends before
 */
export async function startProgram(
  command: string,
  args: string[],
  { ready = /./, ...options }: { cwd: string; env: NodeJS.ProcessEnv; ready?: RegExp },
): Promise<{ line: string } & AsyncDisposable> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const ended = once(child, 'exit')
  const kill = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGTERM')
  }
  process.once('exit', kill)
  const output: string[] = []
  for await (const line of createInterface(child.stdout)) {
    output.push(line)
    if (!ready.test(line)) continue
    child.stdout.resume()
    return {
      line,
      async [Symbol.asyncDispose]() {
        kill()
        process.off('exit', kill)
        await ended
      },
    }
  }
  throw new Error(`${command} ${args.join(' ')} ended:\n${output.join('\n')}`)
}
