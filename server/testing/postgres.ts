import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, chownSync, constants, globSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import type { Certificate } from './certificates.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder, unprivilegedOwner } from './unprivileged.ts'

const oldestServer = 15
const role = 'aerie'

/** The line to print where `startPostgres` gives null. */
export const howToGetPostgres = `PostgreSQL ${oldestServer} or newer: apt-get install postgresql`

/** A PostgreSQL cluster for tests. The application's role owns its databases and is no superuser. */
export interface Postgres {
  /** Where initdb, pg_dump and the rest are. */
  readonly binDir: string
  /** The address of a database of this cluster, for the application's role. */
  url(database: string): string
  /** Makes a database, empty or a copy of `template` (a name or an address), and gives its address. */
  createDatabase(template?: string): Promise<string>
  /** Ends every connection to a database and removes it. */
  dropDatabase(url: string): Promise<void>
  /** Stops the cluster and removes its files. */
  stop(): Promise<void>
}

/** A cluster of the caller's own, whose server can be stopped and started again. */
export interface PostgresServer extends Postgres {
  port: number
  /** `immediate` ends it as a crash does, `fast` cuts its clients off, `start` recovers it, `promote` makes a standby the primary. */
  control(action: 'start' | 'stop fast' | 'stop immediate' | 'promote'): Promise<void>
  /** Starts a standby that follows this server, whose commits from then on wait until the standby has them. */
  startStandby(): Promise<PostgresServer>
  /** Has a standby receive changes without showing them until it is promoted. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
}

/**
 * Starts a throw-away cluster on 127.0.0.1 from the system's binaries. It is gone after `stop()`, and also
 * when this process ends in any other way, `kill -9` included.
 *
 * @param options.fsync wait for the disk at each commit, for tests that crash the server; off by default, for speed
 * @param options.maxConnections 200 by default
 * @param options.certificate offers TLS with it, and also takes sessions without
 * @returns null where PostgreSQL 15 or newer is not installed
 */
export async function startPostgres(options: Partial<Kind> = {}): Promise<PostgresServer | null> {
  const binDir = findBinaries()
  if (!binDir) return null
  const password = randomBytes(16).toString('hex')
  const server = await launch(binDir, password, initdb, { fsync: false, maxConnections: 200, ...options })
  await query(superuserOf(server), `CREATE ROLE ${role} LOGIN CREATEDB PASSWORD '${password}'`)
  return server
}

async function launch(binDir: string, password: string, make: string, kind: Kind): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const { ready, stop, control } = start(binDir, password, { port, make, ...kind })
    const said = await ready
    if (said === 'ready') {
      const server = {
        ...handle(binDir, `postgres://${role}:${password}@127.0.0.1:${port}/postgres`, stop),
        port,
        control,
        async startStandby() {
          const superuser = superuserOf(server)
          const standby = await launch(binDir, password, `${basebackup} -d "${superuser}"`, kind)
          await query(superuser, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
          await query(superuser, 'SELECT pg_reload_conf()')
          return standby
        },
        pauseReplay: () => query(superuserOf(server), 'SELECT pg_wal_replay_pause()'),
        resumeReplay: () => query(superuserOf(server), 'SELECT pg_wal_replay_resume()'),
      }
      return server
    }
    await stop()
    // Between finding a free port and listening on it, someone else may have taken it.
    if (attempt === 3 || !said.includes('could not bind'))
      throw new Error(`PostgreSQL did not start:\n${said}`)
  }
}

function superuserOf(server: Postgres): string {
  const url = new URL(server.url('postgres'))
  url.username = 'postgres'
  return url.href
}

/** Returns a handle on a running cluster, given the URL of any of its databases. */
export function handle(binDir: string, adminUrl: string, stop: () => Promise<void>): Postgres {
  return {
    binDir,
    url: (database) => withDatabase(adminUrl, database),
    async createDatabase(template = 'template1') {
      const name = `aerie_test_${randomBytes(6).toString('hex')}`
      await query(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${pg.escapeIdentifier(databaseOf(template))}`)
      return withDatabase(adminUrl, name)
    },
    async dropDatabase(url) {
      await query(adminUrl, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(databaseOf(url))} WITH (FORCE)`)
    },
    stop,
  }
}

// One shell holds the cluster: it lives as long as the pipe on its standard input is open, and a pipe closes
// however its owner ends. It has a session of its own, so that Ctrl-C does not reach it before it has cleaned
// up.
const initdb = `"$BIN/initdb" -D "$DIR/data" -U postgres --pwfile="$DIR/password" --auth=scram-sha-256 --encoding=UTF8 \
    --locale="$CLUSTER_LOCALE" --lc-messages=C --no-sync --no-instructions`
const basebackup = `"$BIN/pg_basebackup" -D "$DIR/data" --write-recovery-conf --checkpoint=fast --no-sync`
const keeper = `
finish() {
  trap - EXIT
  cd /
  "$BIN/pg_ctl" stop -s -m immediate -D "$DIR/data" >/dev/null 2>&1
  rm -rf "$DIR"
}
trap finish EXIT
{
  eval "$MAKE" &&
  printf '%s\\n' "$SETTINGS" >>"$DIR/data/postgresql.conf" &&
  "$BIN/pg_ctl" start -s -w -t 60 -D "$DIR/data" -l "$DIR/log" </dev/null
} >"$DIR/output" 2>&1 || { cat "$DIR/output" "$DIR/log" 2>/dev/null; exit 1; }
echo ready
exec >&-
cat >/dev/null
`

interface Kind {
  fsync: boolean
  maxConnections: number
  certificate?: Certificate
}

interface Start extends Kind {
  port: number
  /** The command that makes its files. */
  make: string
}

function start(binDir: string, password: string, { port, make, fsync, maxConnections, certificate }: Start) {
  const owner = unprivilegedOwner()
  const folder = mkdtempSync(join(temporaryFolder(owner), 'aerie-postgres-'))
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const tlsFiles = Object.entries(certificate ?? {}).map(([name, content]) => {
    const path = join(folder, `${name}.pem`)
    writeFileSync(path, content, { mode: 0o600 })
    return { setting: `ssl_${name}_file = '${path}'`, path }
  })
  const paths = [passwordFile, folder, ...tlsFiles.map(({ path }) => path)]
  if (owner) for (const path of paths) chownSync(path, owner.uid, owner.gid)

  const child = spawn('/bin/sh', ['-c', keeper], {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    // A fresh environment: PGPORT, PGDATA and their like would be obeyed.
    env: {
      PATH: process.env.PATH,
      BIN: binDir,
      DIR: folder,
      MAKE: make,
      CLUSTER_LOCALE: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8',
      SETTINGS: [
        `listen_addresses = '127.0.0.1'`,
        `port = ${port}`,
        `unix_socket_directories = ''`,
        `max_connections = ${maxConnections}`,
        // Its workers are the superuser's: one at work in a database keeps our role from dropping it.
        'autovacuum = off',
        `fsync = ${fsync ? 'on' : 'off'}`,
        `full_page_writes = ${fsync ? 'on' : 'off'}`,
        `ssl = ${certificate ? 'on' : 'off'}`,
        ...tlsFiles.map(({ setting }) => setting),
      ].join('\n'),
    },
  })
  const ended = once(child, 'exit')
  // Nothing here keeps the process of a test alive that forgot to stop the cluster.
  child.unref()
  const output = text(child.stdout).then((said) => said.trim())
  return {
    ready: output,
    async stop() {
      child.ref()
      child.stdin.end()
      await ended
    },
    async control(action: string) {
      const [command = '', mode] = action.split(' ')
      const settings = ['-s', '-w', '-D', join(folder, 'data'), ...(mode ? ['-m', mode] : [])]
      if (command === 'start') settings.push('-l', join(folder, 'log'))
      const run = spawn(join(binDir, 'pg_ctl'), [command, ...settings], {
        ...owner,
        cwd: folder,
        stdio: 'ignore',
      })
      const [code] = await once(run, 'exit')
      if (code !== 0) throw new Error(`pg_ctl ${action} failed`)
    },
  }
}

/** The folder of initdb and postgres: from PATH, else the newest of Debian's, else where pg_config says. */
export function findBinaries(): string | null {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => majorOf(b) - majorOf(a))
  const candidates = [...(process.env.PATH ?? '').split(delimiter), ...debian]
  const said = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  if (said) candidates.push(said)
  const found = candidates.find((folder) => folder && isComplete(folder) && isNewEnough(folder))
  // Through links, to the folder that also holds pg_dump and psql of this version.
  return found ? dirname(realpathSync(join(found, 'initdb'))) : null
}

function majorOf(debianFolder: string): number {
  return Number.parseInt(dirname(debianFolder).split('/').at(-1) ?? '', 10)
}

function isComplete(folder: string): boolean {
  try {
    for (const name of ['initdb', 'postgres', 'pg_ctl']) accessSync(join(folder, name), constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isNewEnough(folder: string): boolean {
  const said = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout
  return Number(/ (\d+)/.exec(said ?? '')?.[1]) >= oldestServer
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(database)}`
  return other.href
}

function databaseOf(nameOrUrl: string): string {
  return nameOrUrl.includes('://') ? decodeURIComponent(new URL(nameOrUrl).pathname.slice(1)) : nameOrUrl
}
