import { sql } from 'kysely'
import type { Seller } from '#contract'
import type { Reader } from '#database'
import { type CreditNote, type Invoice, isCreditNote } from '#engines/invoicing'
import { readSettings } from '#settings'

/**
 * Returns the seller as of issue. Drafts have the current settings.
 */
export async function readSeller(tx: Reader, document: Invoice | CreditNote): Promise<Seller> {
  const found = await tx
    .selectFrom(isCreditNote(document) ? 'creditNotes' : 'invoices')
    .select(sql<Seller | null>`seller`.as('seller'))
    .where('id', '=', document.id)
    .executeTakeFirst()
  return found?.seller ?? readSettings(tx).executeTakeFirstOrThrow()
}

/** Returns the seller as of issue, with details from the current settings that e-invoices require and it lacks. */
export async function completeSeller(tx: Reader, document: Invoice | CreditNote): Promise<Seller> {
  const seller = await readSeller(tx, document)
  const { letterhead: now } = await readSettings(tx).executeTakeFirstOrThrow()
  const letterhead = { ...seller.letterhead }
  for (const field of completed) letterhead[field] ||= now[field]
  return { ...seller, letterhead }
}

const completed = [
  'line',
  'postalCode',
  'city',
  'country',
  'contactName',
  'phone',
  'email',
  'electronicAddress',
  'taxId',
  'registration',
  'iban',
] as const
