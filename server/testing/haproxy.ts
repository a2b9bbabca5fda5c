import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Running, runShipped, writeShipped } from './shipped.ts'

/** The line to print where HAProxy is missing. */
export const howToGetHaproxy = 'HAProxy: apt-get install haproxy'

const program = ['haproxy', '/usr/sbin/haproxy'].find((name) => spawnSync(name, ['-v']).status === 0)

export const haproxyIsThere = program !== undefined

/**
 * Runs HAProxy with a configuration of `deploy/` in which only addresses and files are replaced.
 * @throws Error where what is to be replaced is not in it, or HAProxy refuses it
 */
export async function startHaproxy(file: string, replacements: Record<string, string>): Promise<Running> {
  if (!program) throw new Error(`This needs ${howToGetHaproxy}`)
  const folder = await mkdtemp(join(tmpdir(), 'aerie-haproxy-'))
  const path = await writeShipped(file, replacements, folder)
  const { status, stderr } = spawnSync(program, ['-c', '-f', path], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file}: ${stderr}`)

  const haproxy = runShipped(program, ['-db', '-f', path])
  return {
    ...haproxy,
    async stop() {
      await haproxy.stop()
      await rm(folder, { recursive: true })
    },
  }
}
