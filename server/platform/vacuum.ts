import type { Job } from './jobs.ts'

/** The embedded database has no autovacuum: without this, updated rows would pile up and plans go by old statistics. */
export const vacuumEmbedded: Job = {
  name: 'database.vacuum',
  schedule: '7 * * * *',
  timeLimitSeconds: 120,
  async run({ db }) {
    if (db.kind === 'embedded') await db.pool.query('vacuum (analyze)')
  },
}
