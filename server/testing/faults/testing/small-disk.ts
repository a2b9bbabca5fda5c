import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own, which can be filled up and made read-only. */
export interface SmallDisk {
  folder: string
  /** Takes what is left of it. */
  fill(): void
  /** Gives that back. */
  free(): void
  makeReadOnly(readOnly: boolean): void
  remove(): void
}

/** Whether this process may mount one. */
export const maySmallDisk = process.platform === 'linux' && process.getuid?.() === 0

export function smallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'aerie-disk-'))
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(bavail * bsize))
    },
    free: () => rmSync(filler),
    makeReadOnly: (readOnly) => mount('-o', `remount,${readOnly ? 'ro' : 'rw'}`, folder),
    remove() {
      run('umount', '--lazy', folder)
      rmdirSync(folder)
    },
  }
}

const mount = (...args: string[]) => run('mount', ...args)

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}
