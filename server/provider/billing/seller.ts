import { sql } from 'kysely'
import type { Letterhead, Settings } from '#contract'
import type { Reader } from '#database'
import { readSettings } from '#identity'

/** The organisation that an invoice is from. */
export type Seller = Pick<Settings, 'organisationName' | 'letterhead'>

/**
 * Returns the seller as of issue. Drafts, and invoices issued before sellers were stored, have the current settings.
 */
export async function readSeller(tx: Reader, invoiceId: string): Promise<Seller> {
  const found = await tx
    .selectFrom('invoices')
    .select(sql<Seller | null>`seller`.as('seller'))
    .where('id', '=', invoiceId)
    .executeTakeFirst()
  if (!found?.seller) return readSettings(tx).executeTakeFirstOrThrow()
  const { organisationName, letterhead } = found.seller
  return { organisationName, letterhead: { ...newInLetterhead, ...letterhead } }
}

/** Fields that an invoice issued before they existed does not have. */
const newInLetterhead: Pick<Letterhead, 'contactName' | 'electronicAddress'> = {
  contactName: '',
  electronicAddress: '',
}
