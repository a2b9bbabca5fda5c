import { sql } from 'kysely'
import type { Job } from '#platform'

const invoicesAtOnce = 200

/**
 * Every night, takes the names from invoices of erased patients whose retention has ended: it lasts until the end of a year, so many
 * years after that of issue.
 */
export const forgetBilled: Job = {
  name: 'billing.forget_billed',
  schedule: '20 2 * * *',
  async run({ db: { reader }, log, signal }) {
    for (let total = 0; ; ) {
      signal.throwIfAborted()
      const { rows } = await sql<{ count: number }>`
        select forget_billed(
          make_date(
            extract(year from now() at time zone time_zone)::int - (retention ->> 'invoicesYears')::int, 1, 1),
          ${invoicesAtOnce})::int as count
        from settings`.execute(reader)
      const { count } = rows[0]!
      total += count
      if (count === invoicesAtOnce) continue
      if (total > 0) log.info({ invoices: total }, 'names removed from invoices of erased patients')
      return
    }
  },
}
