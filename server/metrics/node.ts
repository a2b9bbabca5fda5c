import { statfs } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Measured } from './index.ts'

/** What a node knows of itself, read when it is asked for. */
export function measureNode(registry: Registry, measured: Measured): void {
  const { db, files, verifyKey, lastUsed, dataDir, version, isReady } = measured
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
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

  gauge('aerie_ready', 'Whether this node takes calls: 0 while it starts or stops', () => Number(isReady()))
  new Gauge({ name: 'aerie_build_info', help: 'The version', labelNames: ['version'], registers }).set(
    { version },
    1,
  )
  counter('aerie_key_look_ups_total', 'Keys that were looked up', () => verifyKey.counts.lookUps)
  counter(
    'aerie_key_look_up_queries_total',
    'Queries that look-ups shared: look-ups through queries is the size of a batch',
    () => verifyKey.counts.queries,
  )
  gauge('aerie_last_used_backlog', 'Keys whose last use is noted and not written yet', () => lastUsed.backlog)
  counter('aerie_files_written_total', 'Files that were written to the store', () => files.written.files)
  counter('aerie_files_written_bytes_total', 'Bytes of these files', () => files.written.bytes)

  const pools =
    db.pool === db.recognitionPool ? { work: db.pool } : { work: db.pool, recognition: db.recognitionPool }
  const ofPools = (name: string, help: string, read: (pool: typeof db.pool) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const [label, pool] of Object.entries(pools)) this.set({ pool: label }, read(pool))
      },
    })
  ofPools('aerie_database_pool_size', 'Connections that are open', (pool) => pool.totalCount)
  ofPools('aerie_database_pool_idle', 'Connections of these that are free', (pool) => pool.idleCount)
  ofPools('aerie_database_pool_waiting', 'Calls that wait for a connection', (pool) => pool.waitingCount)
  ofPools('aerie_database_pool_max', 'Connections that may be open', (pool) => pool.options.max)

  const disk = (name: string, help: string, read: (of: { free: number; size: number }) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await statfs(dataDir).catch(() => undefined)
        if (found) this.set(read({ free: found.bavail * found.bsize, size: found.blocks * found.bsize }))
        else this.remove()
      },
    })
  disk('aerie_data_dir_free_bytes', 'Space that is left where DATA_DIR lies', ({ free }) => free)
  disk('aerie_data_dir_size_bytes', 'All space there', ({ size }) => size)
}
