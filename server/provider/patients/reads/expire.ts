import { sql } from 'kysely'
import { deleteExpired, type Job } from '#platform'

/**
 * Deletes entries of the access log after six years, for which HIPAA requires such records (45 CFR 164.316(b)(2)(i)). A
 * trigger refuses to delete newer ones.
 */
export const expireReads: Job = {
  name: 'patients.expire_reads',
  schedule: '41 4 * * *',
  run: ({ db, signal }) => deleteExpired(db, signal, 'accessLog', 'at', sql`now() - interval '6 years'`),
}
