import { spawnSync } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Certificate } from './certificates.ts'
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
 * @param certificate requires TLS of clients with it, and verifies the server by the same authority
 * @param more lines of configuration
 */
export async function startPgbouncer(
  databaseUrl: string,
  { poolSize, certificate, more = [] }: { poolSize: number; certificate?: Certificate; more?: string[] },
): Promise<Pgbouncer> {
  if (!program) throw new Error(`This needs ${howToGetPgbouncer}`)
  const owner = unprivilegedOwner()
  const folder = await mkdtemp(join(temporaryFolder(owner), 'aerie-pgbouncer-'))
  const port = await freePort()
  const url = new URL(databaseUrl)
  const users = join(folder, 'userlist.txt')
  const secrets = { [users]: `"${url.username}" "${decodeURIComponent(url.password)}"\n` }
  const tls = []
  for (const [name, content] of Object.entries(certificate ?? {})) {
    const path = join(folder, `${name}.pem`)
    secrets[path] = content
    tls.push(name === 'ca' ? `server_tls_ca_file = ${path}` : `client_tls_${name}_file = ${path}`)
  }
  if (certificate) tls.push('client_tls_sslmode = require', 'server_tls_sslmode = verify-full')
  const path = await writeShipped(
    'pgbouncer.ini',
    {
      'host=127.0.0.1 port=5432': `host=${url.hostname} port=${url.port}`,
      'listen_port = 6432': `listen_port = ${port}`,
      '/etc/pgbouncer/userlist.txt': users,
      'default_pool_size = 40': [`default_pool_size = ${poolSize}`, ...tls, ...more].join('\n'),
    },
    folder,
  )
  for (const [secret, content] of Object.entries(secrets)) await writeFile(secret, content, { mode: 0o600 })
  if (owner)
    for (const owned of [folder, path, ...Object.keys(secrets)]) await chown(owned, owner.uid, owner.gid)
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
