import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The line to print where HAProxy is missing. */
export const howToGetHaproxy = 'HAProxy: apt-get install haproxy'

const program = ['haproxy', '/usr/sbin/haproxy'].find((name) => spawnSync(name, ['-v']).status === 0)

export const haproxyIsThere = program !== undefined

/**
 * Runs HAProxy with a configuration of `deploy/` in which only addresses and files are replaced.
 * @throws Error where what is to be replaced is not in it, or HAProxy refuses it
 */
export async function startHaproxy(
  file: string,
  replacements: Record<string, string>,
): Promise<{ output(): string; stop(): Promise<void> }> {
  if (!program) throw new Error(`This needs ${howToGetHaproxy}`)
  let configuration = await readFile(join(import.meta.dirname, '../../deploy', file), 'utf8')
  for (const [shipped, here] of Object.entries(replacements)) {
    if (!configuration.includes(shipped)) throw new Error(`${file} has no ${shipped}`)
    configuration = configuration.replaceAll(shipped, here)
  }
  const folder = await mkdtemp(join(tmpdir(), 'aerie-haproxy-'))
  const path = join(folder, file)
  await writeFile(path, configuration)
  const { status, stderr } = spawnSync(program, ['-c', '-f', path], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file}: ${stderr}`)

  const child = spawn(program, ['-db', '-f', path], { stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const ended = once(child, 'exit')
  return {
    output: () => output,
    async stop() {
      kill()
      await ended
      process.off('exit', kill)
      await rm(folder, { recursive: true })
    },
  }
}
