import { spawnSync } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { runShipped, writeShipped } from './shipped.ts'
import { temporaryFolder, unprivilegedOwner } from './unprivileged.ts'

/** The line to print where PgBouncer is missing. */
export const howToGetPgbouncer = 'PgBouncer: apt-get install pgbouncer'

const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find((name) => spawnSync(name, ['-V']).status === 0)

export const pgbouncerIsThere = program !== undefined

/** A running PgBouncer. */
export interface Pgbouncer {
  port: number
  /** The address of a database through it, without `pgbouncer=true`. */
  url: string
  stop(): Promise<void>
}

/**
 * Runs PgBouncer with `deploy/pgbouncer.ini` before the server of a database.
 * @param poolSize how many connections to the server it may open for the database
 * @param more lines of configuration
 */
export async function startPgbouncer(
  databaseUrl: string,
  { poolSize, more = [] }: { poolSize: number; more?: string[] },
): Promise<Pgbouncer> {
  if (!program) throw new Error(`This needs ${howToGetPgbouncer}`)
  const owner = unprivilegedOwner()
  const folder = await mkdtemp(join(temporaryFolder(owner), 'aerie-pgbouncer-'))
  const port = await freePort()
  const url = new URL(databaseUrl)
  const users = join(folder, 'userlist.txt')
  const path = await writeShipped(
    'pgbouncer.ini',
    {
      'host=127.0.0.1 port=5432': `host=${url.hostname} port=${url.port}`,
      'listen_port = 6432': `listen_port = ${port}`,
      '/etc/pgbouncer/userlist.txt': users,
      'default_pool_size = 40': [`default_pool_size = ${poolSize}`, ...more].join('\n'),
    },
    folder,
  )
  await writeFile(users, `"${url.username}" "${decodeURIComponent(url.password)}"\n`, { mode: 0o600 })
  if (owner) for (const owned of [folder, path, users]) await chown(owned, owner.uid, owner.gid)
  const pgbouncer = runShipped(program, [path], { ...owner, cwd: folder })
  await pgbouncer.wrote('process up')
  url.port = String(port)
  return {
    port,
    url: url.href,
    async stop() {
      await pgbouncer.stop()
      await rm(folder, { recursive: true })
    },
  }
}
