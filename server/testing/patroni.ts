import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { haproxyIsThere, howToGetHaproxy, startHaproxy } from './haproxy.ts'
import { findBinaries, howToGetPostgres } from './postgres.ts'
import { writeShipped } from './shipped.ts'
import { temporaryFolder, unprivilegedOwner } from './unprivileged.ts'
import { until } from './until.ts'

/** What fails on a machine. Without Patroni, PostgreSQL keeps running and nobody looks after it. */
export type Casualty = 'machine' | 'PostgreSQL' | 'Patroni'

/** PostgreSQL on three machines with `deploy/patroni/`, behind HAProxy. They are addresses of this machine. */
export interface PatroniCluster extends AsyncDisposable {
  /** The address of Aerie's database, through HAProxy. */
  url: string
  /** Waits until all standbys follow a primary, one of them synchronously. Returns the name of the primary. */
  settled(): Promise<string>
  /** The machine that a connection through HAProxy reaches, if it accepts changes. */
  writable(): Promise<string | null>
  /** Ends programs of a machine with SIGKILL. */
  kill(machine: string, casualty: Casualty): Promise<void>
  /** Starts the programs again that were killed, except PostgreSQL, which Patroni starts. */
  revive(machine: string): Promise<void>
  /** What the programs of all machines wrote. */
  logs(): Promise<string>
}

const binDir = findBinaries()
const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0

/** Why tests with Patroni are skipped; false if they are not. */
export const patroniIsMissing: string | false =
  (!binDir && `needs ${howToGetPostgres}`) ||
  (!haproxyIsThere && `needs ${howToGetHaproxy}`) ||
  (!['patroni', 'etcd'].every(isInstalled) && 'needs Patroni and etcd: apt-get install patroni etcd-server')

const network = '127.0.0.'
const machines = { db1: `${network}11`, db2: `${network}12`, db3: `${network}13` }
const password = randomBytes(16).toString('hex')

/** What Patroni reports about a machine. */
interface Member {
  name: keyof typeof machines
  role: string
  state: string
  timeline?: number
}

/**
 * Outlives whoever starts it, `kill -9` included, and then ends what is still running: Patroni and etcd by the files that
 * hold their process ids, and then PostgreSQL.
 */
const keeper = `
cat >/dev/null
kill -9 $(cat "$DIR"/*/*.process) 2>/dev/null
for file in "$DIR"/*/aerie/postmaster.pid; do kill -9 $(head -n 1 "$file") 2>/dev/null; done
cd /
rm -rf "$DIR"
`

/**
 * Starts one with an empty database. The standbys are still being made when it returns.
 *
 * @throws Error if Patroni refuses its configuration
 */
export async function startPatroni(): Promise<PatroniCluster> {
  if (patroniIsMissing) throw new Error(`This ${patroniIsMissing}`)
  const owner = unprivilegedOwner()
  const folder = await mkdtemp(join(temporaryFolder(owner), 'aerie-patroni-'))
  const names = Object.keys(machines) as (keyof typeof machines)[]
  const [api, database, clients, peers, front] = await Promise.all(names.concat(names).map(freePort))
  const addresses = { '10.0.0.': network }
  const running = new Map<string, ChildProcess>()

  if (owner) await chown(folder, owner.uid, owner.gid)
  const keeping = spawn('/bin/sh', ['-c', keeper], {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH, DIR: folder },
  })
  keeping.unref()

  async function configure(name: keyof typeof machines): Promise<void> {
    const own = join(folder, name)
    await mkdir(own)
    const address = machines[name]
    await writeShipped(
      'patroni/etcd',
      {
        ...addresses,
        [`URLS=http://${machines.db1}`]: `URLS=http://${address}`,
        'NAME=db1': `NAME=${name}`,
        ':2379': `:${clients}`,
        ':2380': `:${peers}`,
        '/var/lib/etcd/aerie': join(own, 'etcd.data'),
      },
      own,
    )
    await writeShipped(
      'patroni/config.yml',
      {
        '10.0.0.0/24': '127.0.0.0/8',
        ...addresses,
        'name: db1': `name: ${name}`,
        [`${machines.db1}:8008`]: `${address}:${api}`,
        [`${machines.db1}:5432`]: `${address}:${database}`,
        ':2379': `:${clients}`,
        '/usr/lib/postgresql/15/bin': binDir!,
        '/var/lib/postgresql': own,
        '/var/run/postgresql': own,
        'replace-this-2': password,
      },
      own,
    )
    if (owner) await chown(own, owner.uid, owner.gid)
  }

  async function launch(name: string, program: string, args: string[], env: object = {}): Promise<void> {
    const log = openSync(join(folder, name, `${program}.log`), 'a')
    const child = spawn(program, args, {
      ...owner,
      cwd: join(folder, name),
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
    })
    closeSync(log)
    child.unref()
    running.set(`${name} ${program}`, child)
    await writeFile(join(folder, name, `${program}.process`), `${child.pid}\n`)
  }

  async function startEtcd(name: string): Promise<void> {
    const settings = await readFile(join(folder, name, 'etcd'), 'utf8')
    const env = Object.fromEntries(
      settings.matchAll(/^(ETCD_\w+)=(.*)$/gm).map(([, key, value]) => [key, value]),
    )
    await launch(name, 'etcd', [], env)
  }

  const startOnly = (name: string) => launch(name, 'patroni', [join(folder, name, 'config.yml')])

  async function end(name: string, program: string): Promise<void> {
    const child = running.get(`${name} ${program}`)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** Ends PostgreSQL. Its other processes notice that at different times, so all of them are killed. */
  async function endPostgres(name: string): Promise<void> {
    const file = await readFile(join(folder, name, 'aerie/postmaster.pid'), 'utf8').catch(() => '')
    const pid = Number.parseInt(file, 10)
    if (!pid) return
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    for (const one of [pid, ...children.split(' ').filter(Boolean).map(Number)]) {
      try {
        process.kill(one, 'SIGKILL')
      } catch {
        // It ended by itself.
      }
    }
  }

  async function members(): Promise<Member[]> {
    for (const address of Object.values(machines)) {
      try {
        const response = await fetch(`http://${address}:${api}/cluster`, {
          signal: AbortSignal.timeout(5000),
        })
        return ((await response.json()) as { members: Member[] }).members
      } catch {
        // The next one may respond.
      }
    }
    return []
  }

  async function primaryOnce(right: (all: Member[]) => boolean): Promise<keyof typeof machines> {
    const isRunningPrimary = ({ role, state }: Member) => role === 'leader' && state === 'running'
    const all = await until(members, (all) => all.some(isRunningPrimary) && right(all))
    return all.find(isRunningPrimary)!.name
  }

  await Promise.all(names.map(configure))
  await Promise.all(names.map(startEtcd))
  const health = `http://${machines.db1}:${clients}/health`
  const isHealthy = () =>
    fetch(health).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(isHealthy, Boolean)
  const validation = spawnSync('patroni', ['--validate-config', join(folder, 'db1/config.yml')], {
    encoding: 'utf8',
    ...owner,
  })
  if (validation.stderr || validation.stdout || validation.status !== 0)
    throw new Error(`deploy/patroni/config.yml: ${validation.stdout}${validation.stderr}`)
  await Promise.all(names.map(startOnly))
  const haproxy = await startHaproxy('patroni/haproxy.cfg', {
    ...addresses,
    '127.0.0.1:5433': `127.0.0.1:${front}`,
    ':5432': `:${database}`,
    'port 8008': `port ${api}`,
    // It does not start without two open files for each.
    'maxconn 2000': 'maxconn 200',
  })
  const url = `postgres://aerie:${password}@127.0.0.1:${front}/aerie`
  const cluster: PatroniCluster = {
    url,
    settled: () =>
      primaryOnce(
        (all) =>
          all.length === names.length &&
          all.every(({ state, timeline }) => state === 'running' && timeline === all[0]!.timeline) &&
          all.some(({ role }) => role === 'sync_standby'),
      ),
    async writable() {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('create temporary table probe ()')
        const { rows } = await client.query('select host(inet_server_addr()) as address')
        return names.find((name) => machines[name] === rows[0].address) ?? null
      } catch {
        return null
      } finally {
        await client.end()
      }
    },
    async kill(machine, casualty) {
      if (casualty !== 'PostgreSQL') await end(machine, 'patroni')
      if (casualty !== 'Patroni') await endPostgres(machine)
      if (casualty === 'machine') await end(machine, 'etcd')
    },
    async revive(machine) {
      const hasEnded = (program: string) => running.get(`${machine} ${program}`)?.signalCode !== null
      if (hasEnded('etcd')) await startEtcd(machine)
      if (hasEnded('patroni')) await startOnly(machine)
    },
    async logs() {
      const files = names.flatMap((name) => ['patroni', 'etcd'].map((program) => `${name}/${program}.log`))
      const texts = files.map(async (file) => `${file}\n${await readFile(join(folder, file), 'utf8')}`)
      return (await Promise.all(texts)).join('\n')
    },
    async [Symbol.asyncDispose]() {
      await haproxy.stop()
      const ended = once(keeping, 'exit')
      keeping.ref()
      keeping.stdin!.end()
      await ended
    },
  }
  const primary = await primaryOnce(() => true)
  const admin = new pg.Client(`postgres://postgres:${password}@${machines[primary]}:${database}/postgres`)
  await admin.connect()
  await admin.query(`create role aerie login password '${password}'`)
  await admin.query('create database aerie owner aerie')
  await admin.end()
  await until(cluster.writable, Boolean)
  return cluster
}
