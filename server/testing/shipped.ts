import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** A program that runs in the foreground. */
export interface Running {
  /** All that it has written so far, to both streams. */
  output(): string
  /** Settles once it has written this. @throws Error with what it wrote if it ends before */
  wrote(text: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Writes a configuration of `deploy/` in which only addresses, files and sizes are replaced.
 * @throws Error where what is to be replaced is not in it
 */
export async function writeShipped(
  file: string,
  replacements: Record<string, string>,
  folder: string,
): Promise<string> {
  let configuration = await readFile(join(import.meta.dirname, '../../deploy', file), 'utf8')
  for (const [shipped, here] of Object.entries(replacements)) {
    if (!configuration.includes(shipped)) throw new Error(`${file} has no ${shipped}`)
    configuration = configuration.replaceAll(shipped, here)
  }
  const path = join(folder, basename(file))
  await writeFile(path, configuration)
  return path
}

/** Starts a program that ends with this process. */
export function runShipped(program: string, args: string[], options: SpawnOptions = {}): Running {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      child.emit('wrote')
    })
  }
  const ended = once(child, 'close')
  return {
    output: () => output,
    async wrote(text) {
      while (!output.includes(text)) {
        await Promise.race([once(child, 'wrote'), ended])
        if (child.exitCode !== null && !output.includes(text)) throw new Error(`${program} ended: ${output}`)
      }
    },
    async stop() {
      kill()
      await ended
      process.off('exit', kill)
    },
  }
}
