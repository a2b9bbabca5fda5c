import { sql } from 'kysely'
import type { Settings } from '#contract'
import { readSettings } from '#identity'
import type { Reader } from '#platform'

/** Who an invoice is from. */
export type Seller = Pick<Settings, 'organisationName' | 'letterhead'>

/**
 * Who an invoice is from, as it was issued; for a draft, and for what was issued before this was kept, as the settings
 * are now.
 */
export async function readSeller(tx: Reader, invoiceId: string): Promise<Seller> {
  const found = await tx
    .selectFrom('invoices')
    .select(sql<Seller | null>`seller`.as('seller'))
    .where('id', '=', invoiceId)
    .executeTakeFirst()
  return found?.seller ?? (await readSettings(tx).executeTakeFirstOrThrow())
}
