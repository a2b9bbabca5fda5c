import { statfs } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { KeyUsage, VerifyKey } from '#api-keys'
import type { Database } from '#database'
import type { Files } from '#files'
import type { AccessLog } from '#provider'
import type { Membership } from '../../start/running-nodes.ts'

/** The parts of a node that are measured. */
export interface NodeParts {
  db: Database
  files: Files
  verifyKey: VerifyKey
  keyUsage: KeyUsage
  accessLog: AccessLog
  membership: Pick<Membership, 'clockAheadMs'>
  dataDir: string
  version: string
  readiness(): Promise<{ ready: boolean }>
}

/** Measures the node itself at each scrape. */
export function measureNode(
  registry: Registry,
  { db, files, verifyKey, keyUsage, accessLog, membership, dataDir, version, readiness }: NodeParts,
): void {
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number | undefined | Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read()
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })

  gauge('aerie_ready', 'Whether this node is ready for traffic: 0 while it starts or stops', async () =>
    Number((await readiness()).ready),
  )
  new Gauge({ name: 'aerie_build_info', help: 'The version', labelNames: ['version'], registers }).set(
    { version },
    1,
  )
  gauge(
    'aerie_clock_ahead_seconds',
    'How far the clock of this node is ahead of the database’s',
    () => membership.clockAheadMs() / 1000,
  )
  counter('aerie_key_look_ups_total', 'Key look-ups', () => verifyKey.counts.lookUps)
  counter(
    'aerie_key_look_up_queries_total',
    'Queries for key look-ups; look-ups divided by queries is the batch size',
    () => verifyKey.counts.queries,
  )
  gauge('aerie_last_used_backlog', 'Keys whose usage is not written yet', () => keyUsage.backlog)
  gauge(
    'aerie_access_log_backlog',
    'Calls that showed patients and are not in the access log yet',
    () => accessLog.backlog,
  )
  counter('aerie_files_written_total', 'Stored files', () => files.written.files)
  counter('aerie_files_written_bytes_total', 'Bytes of stored files', () => files.written.bytes)

  const pools =
    db.pool === db.authenticationPool
      ? { work: db.pool.connections }
      : { work: db.pool.connections, recognition: db.authenticationPool.connections }
  const ofPools = (name: string, help: string, read: (pool: typeof db.pool.connections) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const [label, pool] of Object.entries(pools)) this.set({ pool: label }, read(pool))
      },
    })
  ofPools('aerie_database_pool_size', 'Open connections', (pool) => pool.totalCount)
  ofPools('aerie_database_pool_idle', 'Idle connections', (pool) => pool.idleCount)
  ofPools('aerie_database_pool_waiting', 'Calls waiting for a connection', (pool) => pool.waitingCount)
  ofPools('aerie_database_pool_max', 'Maximum number of connections', (pool) => pool.options.max)

  const disk = () => statfs(dataDir).catch(() => undefined)
  gauge('aerie_data_dir_free_bytes', 'Free space on the disk of DATA_DIR', async () => {
    const found = await disk()
    return found && found.bavail * found.bsize
  })
  gauge('aerie_data_dir_size_bytes', 'Size of the disk of DATA_DIR', async () => {
    const found = await disk()
    return found && found.blocks * found.bsize
  })
}
