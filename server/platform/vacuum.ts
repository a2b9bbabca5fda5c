import type { Job } from './jobs.ts'

/** Vacuums the embedded database, which has no autovacuum: dead rows would pile up and plans use old statistics. */
export const vacuumEmbedded: Job = {
  name: 'database.vacuum',
  schedule: '7 * * * *',
  async run({ db }) {
    if (db.kind === 'embedded') await db.pool.query('vacuum (analyze)')
  },
}
