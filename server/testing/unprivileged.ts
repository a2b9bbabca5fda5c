import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'

interface Owner {
  uid: number
  gid: number
}

/** PostgreSQL and PgBouncer refuse to run as root: there they run as `postgres`, or as `nobody` where that is missing. */
export function unprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'PostgreSQL and PgBouncer do not run as root, and this machine has neither a user postgres nor nobody',
  )
}

/** The first temporary folder that the owner can enter: root's own TMPDIR may be closed to others. */
export function temporaryFolder(owner: Owner | undefined): string {
  if (!owner) return tmpdir()
  const open = [tmpdir(), '/tmp', '/var/tmp'].find(
    (folder) => spawnSync('test', ['-x', folder], { ...owner, cwd: '/' }).status === 0,
  )
  if (!open) throw new Error(`No temporary folder can be entered by user ${owner.uid}`)
  return open
}
