import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const neededBytes = 4e9

/**
 * Makes a folder for the temporary files of this process and those that it starts, and removes it when this one ends. It is in
 * memory where there is room, because tests of backups and of the embedded database write much.
 */
export function makeScratchFolder(): void {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), 'aerie-test-'))
  // As /tmp: PostgreSQL is started as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoomInMemory(): boolean {
  try {
    const mounted = readFileSync('/proc/mounts', 'utf8').split('\n')
    const [, , kind, options = ''] = mounted.find((line) => line.split(' ')[1] === memory)?.split(' ') ?? []
    const { bavail, bsize } = statfsSync(memory)
    return kind === 'tmpfs' && !options.split(',').includes('noexec') && bavail * bsize >= neededBytes
  } catch {
    // Only Linux has it.
    return false
  }
}
